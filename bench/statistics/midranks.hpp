#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warpmark::statistics {

/// Twice the rank of each value among all, in the values' order; equal values share the mean of
/// their ranks. A doubled midrank is an integer, so sums of ranks are exact. Ranks count
/// from 1.
std::vector<std::size_t> doubled_midranks(std::span<const double> values);

}  // namespace warpmark::statistics
