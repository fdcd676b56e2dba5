#include "bench/space/space_axis.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace warpmark::spaces {

bool space_axis::is_ordered() const {
  return std::all_of(values.begin(), values.end(),
                     [](const axis_value& value) { return value.number.has_value(); });
}

std::optional<std::uint32_t> space_axis::level_of(const std::string& text) const {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const axis_value& value) { return value.text == text; });
  if (found == values.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - values.begin());
}

axis_value axis_value_of(const std::string& text) {
  axis_value value{.text = text};
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && stop == end && std::isfinite(number)) value.number = number;
  return value;
}

void put_in_order(std::vector<axis_value>& values) {
  std::stable_sort(values.begin(), values.end(), [](const axis_value& a, const axis_value& b) {
    if (a.number && b.number) return *a.number < *b.number;
    return a.number.has_value() && !b.number.has_value();
  });
}

}  // namespace warpmark::spaces
