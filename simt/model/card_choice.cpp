#include "simt/model/card_choice.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_file.hpp"
#include "base/json_depth.hpp"
#include "base/usage_error.hpp"

namespace warpmark::model {
namespace {

using nlohmann::json;

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// "NVIDIA A100-SXM4-40GB" -> " nvidia a100 sxm4 40gb "
std::string words_of(const std::string& text) {
  std::string words = " ";
  for (const char c : text)
    if (is_of_word(c))
      words += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (words.back() != ' ')
      words += ' ';
  if (words.back() != ' ') words += ' ';
  return words;
}

std::string joined(std::string words) {
  std::erase(words, ' ');
  return words;
}

bool is_file(const std::string& text) {
  return text.find('/') != std::string::npos || text.ends_with(".json");
}

using card_list = std::vector<const std::vector<card_file>*>;

template <class Matches>
card_list cards_where(Matches&& matches) {
  card_list found;
  for (const auto& calibrations : embedded_calibrations())
    if (matches(words_of(calibrations.back().name))) found.push_back(&calibrations);
  return found;
}

// By the full name, else by words of it, else by any part: "L4" is not "NVIDIA L40S".
card_list cards_named(const std::string& text) {
  const std::string words = words_of(text), letters = joined(words);
  if (letters.empty()) return {};
  auto found = cards_where([&](const std::string& name) { return joined(name) == letters; });
  if (found.empty())
    found =
        cards_where([&](const std::string& name) { return name.find(words) != std::string::npos; });
  if (found.empty())
    found = cards_where(
        [&](const std::string& name) { return joined(name).find(letters) != std::string::npos; });
  return found;
}

// They differ in memory and clocks only: "A100".
bool are_of_one_chip(const card_list& cards) {
  const card_file& first = cards.front()->back();
  return std::all_of(cards.begin(), cards.end(), [&](const auto* card) {
    return card->back().compute_capability == first.compute_capability &&
           card->back().multiprocessors == first.multiprocessors;
  });
}

std::string names_of(const card_list& cards) {
  std::string names;
  for (const auto* card : cards) names += (names.empty() ? "" : ", ") + card->back().name;
  return names;
}

std::string dates_of(const std::vector<card_file>& calibrations) {
  std::string dates;
  for (const auto& one : calibrations)
    if (!one.measured_at.empty()) dates += (dates.empty() ? "" : ", ") + one.measured_at;
  return dates.empty() ? "none: it was not calibrated" : dates;
}

}  // namespace

std::vector<card_file> read_card_file(const std::string& path) {
  const std::string text = input::read_text(path, input::max_source_bytes);
  input::require_shallow_json(text, path);
  json parsed;
  try {
    parsed = json::parse(text);
  } catch (const json::parse_error& error) {
    throw usage_error(
        fmt::format("{}: {}; expected a card file (docs/cards.md)", path, error.what()));
  }
  return calibrations_from_json(parsed, path);
}

std::string known_cards() {
  return names_of(cards_where([](const std::string&) { return true; }));
}

std::vector<card_file> choose_calibrations(const std::string& option, const std::string& text) {
  if (is_file(text)) return read_card_file(text);
  const card_list found = cards_named(text);
  if (found.size() == 1 || (!found.empty() && are_of_one_chip(found))) return *found.front();
  if (found.empty())
    throw usage_error(fmt::format("{} {}: unknown card; expected a card file (.json), or one of {}",
                                  option, text.empty() ? "''" : text, known_cards()));
  throw usage_error(
      fmt::format("{} {}: several cards; expected one of {}", option, text, names_of(found)));
}

card_file choose_card(const std::string& option, const std::string& text) {
  const auto at = text.rfind('@');
  // Of a folder it is part of the path.
  if (at == std::string::npos || text.find('/', at) != std::string::npos)
    return choose_calibrations(option, text).back();
  const std::string name = text.substr(0, at), date = text.substr(at + 1);
  const auto calibrations = choose_calibrations(option, name);
  std::vector<card_file> found;
  for (const auto& one : calibrations)
    if (!date.empty() && one.measured_at.starts_with(date)) found.push_back(one);
  if (found.size() != 1)
    throw usage_error(fmt::format("{} {}: {} of {} has the date '{}'; expected one of {}", option,
                                  text, found.empty() ? "no calibration" : "more than one",
                                  calibrations.back().name, date, dates_of(calibrations)));
  return found.front();
}

}  // namespace warpmark::model
