#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace warpmark::statistics {

/// Throws std::invalid_argument, naming `what`, unless there are at least `least` samples and all
/// of them are finite: a NaN would break every sort and rank below without a trace.
void require_samples(std::span<const double> samples, std::size_t least, std::string_view what);

/// Throws std::invalid_argument, naming `what`, unless 0 < value < 1.
void require_open_unit(double value, std::string_view what);

/// Throws std::invalid_argument, naming `what`, unless 0 <= value <= 1.
void require_closed_unit(double value, std::string_view what);

/// Throws std::invalid_argument, naming `what`, unless value is finite and above 0.
void require_positive(double value, std::string_view what);

/// The samples in ascending order.
std::vector<double> ascending(std::span<const double> samples);

}  // namespace warpmark::statistics
