#include "bench/merge/journal_merge.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/fnv1a.hpp"
#include "base/input_file.hpp"
#include "base/usage_error.hpp"
#include "bench/journal/reader.hpp"
#include "bench/merge/compatible.hpp"
#include "bench/merge/merged_manifest.hpp"

namespace warpmark::journal {
namespace {

// A line as text, which is kept as it is but for its part and its time: most of a merge's time
// would be spent on writing numbers again.
std::string without_part(std::string_view text) {
  while (!text.empty() && text.back() != '}') text.remove_suffix(1);  // Blanks, a carriage return.
  constexpr std::string_view name = R"("part":)";
  const auto begin = text.rfind(name);
  if (begin == std::string_view::npos || begin == 0) return std::string(text);
  const auto number = text.substr(begin + name.size());
  if (text[begin - 1] == ',' && number.find_first_not_of("0123456789") == number.size() - 1)
    return std::string(text.substr(0, begin - 1)) + "}";
  json line = json::parse(text);
  return line.erase("part") > 0 ? line.dump() : std::string(text);
}

// With the time from the part's start to its last resumption, from which at_s counts, added to it.
std::string shifted(const std::string& text, double shift_s) {
  if (shift_s == 0) return text;
  json line = json::parse(text);
  if (const auto at = line.find("at_s"); at != line.end() && at->is_number())
    *at = at->get<double>() + shift_s;
  return line.dump();
}

std::string with_part(const std::string& text, std::uint32_t part) {
  return fmt::format(R"({},"part":{}}})", text.substr(0, text.size() - 1), part);
}

}  // namespace

std::uint32_t journal_merge::number_of(merged_part part) {
  const auto [place, is_new] =
      numbers_.try_emplace(part.identity(), static_cast<std::uint32_t>(parts_.size()));
  if (is_new)
    parts_.push_back(std::move(part));
  else
    take_up(parts_[place->second], part);
  return place->second;
}

void journal_merge::require_comparable(const merged_part& part, const std::string& path) {
  if (parts_.empty()) first_path_ = path;
  if (options_.mixed || parts_.empty()) return;
  if (const auto why = difference(part, parts_.front()))
    throw usage_error(fmt::format("{}: {} as in {}; expected runs that compare, or --mixed", path,
                                  *why, first_path_));
}

// The numbers of the parts in a manifest.
std::vector<std::uint32_t> journal_merge::take_parts(const json& manifest,
                                                     const std::string& path) {
  std::vector<merged_part> found;
  if (const auto several = manifest.find("parts"); several != manifest.end()) {
    for (const auto& entry : *several) found.push_back(part_from_json(entry));
  } else {
    found.push_back({.manifest = manifest, .resumed_at = {}, .end = nullptr});
  }
  std::vector<std::uint32_t> numbers;
  for (auto& part : found) {
    require_comparable(part, path);
    numbers.push_back(number_of(std::move(part)));
  }
  return numbers;
}

void journal_merge::add(const std::filesystem::path& path) {
  const std::string name = path.string();
  const auto manifest = read_manifest(path);
  input::input_file file(path);
  std::unique_ptr<line_texts> texts;
  if (!file.is_compressed()) {
    texts = std::make_unique<line_texts>(path);
  } else if (!options_.spill_folder.empty()) {
    texts = std::make_unique<line_texts>(line_texts::spilled_in(options_.spill_folder));
    file.watch([&](std::string_view text) { texts->add(text); });
  }
  if (!manifest) {
    read(file);  // Says what is wrong with it.
    throw usage_error(fmt::format("{}: not a warpmark journal", name));
  }
  const bool is_merged = manifest->contains("parts");
  std::vector<std::uint32_t> numbers;
  try {
    numbers = take_parts(*manifest, name);
  } catch (const json::exception& error) {
    throw usage_error(fmt::format("{}:1: not the manifest of a journal: {}", name, error.what()));
  }
  const auto file_number = static_cast<std::uint32_t>(texts_.size());
  lines_.begin_file();
  double shift_s = 0;
  merged_part seen{.manifest = {}, .resumed_at = {}, .end = nullptr};
  const auto found = read(file, [&](const whole_line& line) {
    const std::string event = line.parsed.value("event", "");
    if (event == "resume") {
      seen.resumed_at.push_back(line.parsed.value("resumed_at", ""));
      shift_s =
          seconds_of(seen.resumed_at.back()) - seconds_of(parts_[numbers.front()].started_at());
      seen.end = nullptr;
      return;
    }
    if (event == "end") {
      seen.end = line.parsed;
      seen.end.erase("event");
      return;
    }
    const auto index = line.parsed.value("part", std::uint64_t{0});
    if (index >= numbers.size())
      throw usage_error(fmt::format("{}: part is {}; expected a number below {}", line.place, index,
                                    numbers.size()));
    const auto& part = parts_[numbers[index]];
    const bool is_known = lines_.add(
        line.parsed, fnv1a(shifted(without_part(line.text), shift_s)), part.card_uuid(),
        {.subject = {},
         .source = {file_number, static_cast<std::uint32_t>(file.line_number()), line.offset,
                    line.text.size()},
         .part = numbers[index],
         .time_s = seconds_of(part.started_at()) + line.parsed.value("at_s", 0.0) + shift_s,
         .shift_s = shift_s});
    if (!is_known && unknown_lines_++ == 0) first_unknown_ = line.place;
  });
  if (found.torn_tail) torn_.push_back(name);
  if (!is_merged) take_up(parts_[numbers.front()], seen);
  texts_.push_back(std::move(texts));
  paths_.push_back(name);
}

void journal_merge::settle() {
  std::vector<std::uint32_t> order(parts_.size()), place(parts_.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [this](std::uint32_t one, std::uint32_t other) {
    return is_before(parts_[one], parts_[other]);
  });
  std::vector<merged_part> sorted;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    sorted.push_back(std::move(parts_[order[i]]));
  }
  parts_ = std::move(sorted);
  lines_.settle(place);
}

std::string journal_merge::place(const line_source& source) const {
  return fmt::format("{}:{}", paths_[source.file], source.number);
}

void journal_merge::write(std::uint64_t planned_points, bool complete,
                          const std::function<void(const std::string&)>& write) const {
  const auto put = [&](const json& line) {
    write(line.dump(-1, ' ', false, json::error_handler_t::replace) + '\n');
  };
  put(merged_manifest(parts_, planned_points));
  merged_counts counts;
  for (const auto& chosen : lines_.lines()) {
    const auto& source = chosen.source;
    const auto text = texts_[source.file]->at(source.offset, source.bytes);
    if (!text.starts_with('{'))
      throw usage_error(fmt::format("{}: has changed while it was merged", place(source)));
    write(with_part(shifted(without_part(text), chosen.shift_s), chosen.part) + '\n');
    if (!chosen.is_measurement()) continue;
    ++counts.by_status[lines_.status(chosen)];
    for (const auto& warning : lines_.warnings(chosen)) ++counts.by_warning[warning];
  }
  put(merged_end(parts_, counts, complete));
}

}  // namespace warpmark::journal
