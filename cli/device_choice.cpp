#include "cli/device_choice.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/backends/cuda/cuda_backend.hpp"

namespace warpmark {
namespace {

std::string known_cards(const std::vector<card>& cards) {
  std::string result;
  for (std::size_t i = 0; i < cards.size(); ++i)
    result += fmt::format("{}{} ({}, {})", i == 0 ? "" : "; ", i, cards[i].name, cards[i].uuid);
  return result.empty() ? "none" : result;
}

int find_card(const std::string& word, const std::vector<card>& cards) {
  std::size_t number = 0;
  const char* end = word.data() + word.size();
  if (const auto parsed = std::from_chars(word.data(), end, number);
      parsed.ec == std::errc{} && parsed.ptr == end && number < cards.size())
    return static_cast<int>(number);
  std::vector<int> matching;
  for (std::size_t i = 0; i < cards.size(); ++i)
    if (word.size() > 4 && cards[i].uuid.starts_with(word)) matching.push_back(static_cast<int>(i));
  if (matching.size() == 1) return matching.front();
  throw usage_error(fmt::format("--devices {}: {}; expected one of {}", word,
                                matching.empty() ? "no such card" : "more than one card",
                                known_cards(cards)));
}

}  // namespace

std::vector<int> choose_devices(const std::string& text) {
  const std::vector<card> cards = cuda::list_cards();
  std::vector<int> chosen;
  if (text == "all") {
    for (std::size_t i = 0; i < cards.size(); ++i) chosen.push_back(static_cast<int>(i));
    return chosen;
  }
  std::stringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    const int found = find_card(word, cards);
    if (std::find(chosen.begin(), chosen.end(), found) != chosen.end())
      throw usage_error(fmt::format("--devices {}: card {} is named twice", text, found));
    chosen.push_back(found);
  }
  if (chosen.empty())
    throw usage_error(
        fmt::format("--devices '{}': expected all, or some of {}", text, known_cards(cards)));
  return chosen;
}

}  // namespace warpmark
