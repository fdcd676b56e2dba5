#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "variants/contract/parameters.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::count {

/// Warp-level additions of keys in kernels/count/keys.cuh: a vector of each lane costs a warp one
/// per key, and so does each key before the first vector and after the last one. Empty if some keys
/// are not counted. For a device with the default limits.
std::optional<std::uint64_t> requests_of_all_keys(const problem& problem, const config& config);

/// The same, whether or not keys are counted, if `grid` blocks share them: what one lane of each
/// warp does with one key at a time.
std::uint64_t requests_of_keys(const problem& problem, std::uint64_t grid);

/// Warp-level loads of the keys by `grid` blocks: one per vector of each lane, and one each for
/// the keys before the first vector and after the last one.
std::uint64_t loads_of_keys(const problem& problem, std::uint64_t grid);

/// For constant keys, which all lanes count in one place: lanes that are not their warp's first.
std::optional<std::uint64_t> lanes_behind_the_first(const problem& problem, const config& config);

/// For constant keys in shared memory: one bank, one word.
std::optional<std::uint64_t> wavefronts_of_constant_keys(const problem& problem,
                                                         const config& config);

/// For constant keys: warps with a lane that has a key.
std::optional<std::uint64_t> warps_with_keys(const problem& problem, const config& config);

/// For kernels that add each key to a counter of their block in shared memory by an atomic.
std::vector<counter_prediction> predictions_of_shared_atomics();

/// For plans whose merge is "flag", "ticket" or "table".
counter_prediction launches_of_merge();

}  // namespace warpmark::count
