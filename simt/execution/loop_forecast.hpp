#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/execution/kernel_program.hpp"

namespace warpmark::simt {

/// How far the numbers are apart that a loop's exits compare, per comparison and lane.
using exit_distances = std::vector<std::array<long double, 32>>;

/// The distances now. `comparisons` are indices of kernel_program::comparisons; `registers` are a
/// warp's.
exit_distances measure_distances(const kernel_program& program,
                                 const std::vector<std::size_t>& comparisons,
                                 const std::byte* registers);

/// The warp instructions until all `lanes` leave the loop, if the distances keep changing as they
/// did from `before` to `after`, which were `instructions` warp instructions of this warp apart.
/// Infinity if no exit comes nearer for some lane, or nothing is compared.
double instructions_left(const kernel_program& program, const std::vector<std::size_t>& comparisons,
                         const exit_distances& before, const exit_distances& after,
                         std::uint32_t lanes, std::uint64_t instructions);

}  // namespace warpmark::simt
