#pragma once

#include <cstdint>
#include <vector>

#include "base/device_limits.hpp"
#include "bench/core/point.hpp"

namespace warpmark::tuning {

/// Winners at the sizes of one series, problems that differ in n alone.
struct series_winners {
  std::vector<point> winners;  ///< One a size, ascending.
  std::vector<point> bases;    ///< The default configs of their variants, of any size.
};

/// The sizes between neighbouring ones, at their geometric middle: what a choice by size has not
/// seen. `sizes` ascending; those that lie next to each other have none between.
std::vector<std::uint64_t> sizes_between(const std::vector<std::uint64_t>& sizes);

/// Every winner and base of a series at each of `sizes`, as far as constraints and families allow,
/// each point once: what a choice by size needs to know beyond who won where.
std::vector<point> crossed(const series_winners& series_winners,
                           const std::vector<std::uint64_t>& sizes, const device_limits& limits);

}  // namespace warpmark::tuning
