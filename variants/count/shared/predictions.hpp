#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "variants/contract/parameters.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::count {

/// Warps that kernels/count/keys.cuh makes add a key: each of a lane's vectors costs a warp as many
/// as a vector has keys, and the keys in front of the first vector and behind the last one each.
/// Nothing where some keys are not counted. On a card with the default limits.
std::optional<std::uint64_t> requests_of_all_keys(const problem& problem, const config& config);

/// Of constant keys, which all lanes count in one place: lanes that are not their warp's first.
std::optional<std::uint64_t> lanes_behind_the_first(const problem& problem, const config& config);

/// Of constant keys in shared memory: one bank, one word.
std::optional<std::uint64_t> wavefronts_of_constant_keys(const problem& problem,
                                                         const config& config);

/// Of constant keys: warps of which a lane has a key.
std::optional<std::uint64_t> warps_with_keys(const problem& problem, const config& config);

/// Of kernels that add each key to a counter of their block in shared memory by an atomic.
std::vector<counter_prediction> predictions_of_shared_atomics();

/// Of plans whose merge is "flag", "ticket" or "table".
counter_prediction launches_of_merge();

}  // namespace warpmark::count
