#include "tuning/surrogate/config_features.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace warpmark::tuning {
namespace {

using level_values = std::vector<double>;

// Larger numbers are not sizes with meaningful divisibility.
constexpr double max_with_bits = 0x1p53;

constexpr std::size_t max_codes = 8;  // More numbers from 0 are counts.

std::vector<level_values> columns_of_names(std::size_t count) {
  std::vector<level_values> columns(count, level_values(count, 0));
  for (std::size_t level = 0; level < count; ++level)
    columns[level][level] = 1 / std::numbers::sqrt2;
  return columns;
}

level_values ranks(std::size_t count) {
  level_values column;
  for (std::size_t level = 0; level < count; ++level)
    column.push_back(count > 1 ? static_cast<double>(level) / static_cast<double>(count - 1) : 0);
  return column;
}

// Trailing zero bits, and whether the number is a power of two; empty if the former only duplicate
// the logarithm.
std::vector<level_values> divisibility(const level_values& numbers) {
  level_values zeros, is_power;
  for (const double number : numbers) {
    if (number != std::floor(number) || number > max_with_bits) return {};
    const auto bits = static_cast<std::uint64_t>(number);
    zeros.push_back(std::countr_zero(bits));
    is_power.push_back(std::has_single_bit(bits) ? 1 : 0);
  }
  const bool ascending =
      std::adjacent_find(zeros.begin(), zeros.end(), std::greater_equal<>()) == zeros.end();
  return ascending ? std::vector<level_values>{} : std::vector{zeros, is_power};
}

// Numbers 0, 1, 2, ..., if they are few, are codes of what has no order, such as methods. In an
// order the design, which prefers extremes, would leave out those in the middle, and the model
// would take them for means of the others.
bool are_codes(const space_axis& axis) {
  for (std::size_t level = 0; level < axis.size(); ++level)
    if (axis.values[level].number != static_cast<double>(level)) return false;
  return axis.size() <= max_codes;
}

bool has_names(const space_axis& axis) {
  return axis.size() >= 3 && (!axis.is_ordered() || are_codes(axis));
}

std::vector<level_values> columns_of(const space_axis& axis) {
  if (has_names(axis)) return columns_of_names(axis.size());
  const bool few = axis.size() < 3;
  level_values numbers;
  for (const auto& value : axis.values) numbers.push_back(value.number.value_or(0));
  if (few || *std::min_element(numbers.begin(), numbers.end()) <= 0) return {ranks(axis.size())};
  auto columns = divisibility(numbers);
  std::transform(numbers.begin(), numbers.end(), numbers.begin(),
                 [](double number) { return std::log2(number); });
  columns.insert(columns.begin(), numbers);
  return columns;
}

// Scales to [0, 1], except columns of names, which have their own scale; empty if all values are
// equal.
std::vector<float> scaled(const level_values& column, bool onto_unit) {
  const auto [low, high] = std::minmax_element(column.begin(), column.end());
  if (*high - *low < 1e-12) return {};
  std::vector<float> result;
  for (const double value : column)
    result.push_back(static_cast<float>(onto_unit ? (value - *low) / (*high - *low) : value));
  return result;
}

}  // namespace

config_features::config_features(const std::vector<space_axis>& axes) {
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    for (const auto& values : columns_of(axes[axis]))
      if (auto found = scaled(values, !has_names(axes[axis])); !found.empty())
        columns_.push_back({axis, std::move(found)});
}

std::vector<float> config_features::of(const level_tuple& levels) const {
  std::vector<float> point;
  point.reserve(columns_.size());
  for (const auto& entry : columns_) point.push_back(entry.by_level[levels[entry.axis]]);
  return point;
}

}  // namespace warpmark::tuning
