#include "bench/merge/names.hpp"

#include <algorithm>
#include <numeric>

namespace warpmark::journal {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// Removes the digits that a text begins with; without leading zeros.
std::string_view take_digits(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return digits;
}

int compared_numbers(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return one.size() < other.size() ? -1 : 1;
  return one.compare(other);
}

}  // namespace

bool is_naturally_before(std::string_view one, std::string_view other) {
  const std::string_view whole_one = one, whole_other = other;
  while (!one.empty() && !other.empty()) {
    if (is_digit(one.front()) && is_digit(other.front())) {
      const auto first = take_digits(one), second = take_digits(other);
      if (const int order = compared_numbers(first, second); order != 0) return order < 0;
    } else {
      if (one.front() != other.front()) return one.front() < other.front();
      one.remove_prefix(1);
      other.remove_prefix(1);
    }
  }
  if (one.empty() != other.empty()) return one.empty();
  return whole_one < whole_other;  // They differ in leading zeros alone.
}

std::uint32_t names::number_of(std::string_view text) {
  const auto [place, is_new] =
      numbers_.try_emplace(std::string(text), static_cast<std::uint32_t>(texts_.size()));
  if (is_new) texts_.push_back(&place->first);
  return place->second;
}

std::uint32_t names::find(std::string_view text) const {
  const auto place = numbers_.find(std::string(text));
  return place == numbers_.end() ? unknown : place->second;
}

std::vector<std::uint32_t> names::ranks() const {
  std::vector<std::uint32_t> order(texts_.size()), ranks(texts_.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [this](std::uint32_t one, std::uint32_t other) {
    return is_naturally_before(text(one), text(other));
  });
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = rank;
  return ranks;
}

}  // namespace warpmark::journal
