#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace warpmark::statistics {

/// Throws std::invalid_argument with `name` unless there are at least `min_count` samples and all
/// of them are finite: a NaN would silently break every sort and rank.
void require_samples(std::span<const double> samples, std::size_t min_count, std::string_view name);

/// Throws std::invalid_argument with `name` unless 0 < value < 1.
void require_open_unit(double value, std::string_view name);

/// Throws std::invalid_argument with `name` unless 0 <= value <= 1.
void require_closed_unit(double value, std::string_view name);

/// Throws std::invalid_argument with `name` unless value is finite and above 0.
void require_positive(double value, std::string_view name);

/// The samples in ascending order.
std::vector<double> ascending(std::span<const double> samples);

}  // namespace warpmark::statistics
