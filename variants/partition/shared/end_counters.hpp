#pragma once

#include <cstdint>
#include <optional>

#include "variants/contract/variant.hpp"
#include "variants/partition/shared/plan_builder.hpp"

namespace warpmark::partition {

/// The counters of kernels/partition/end_counters.cuh, for two counters: "counts", which is filled
/// with zeros, and one more word of zeros. Returns the kernel arguments.
std::vector<kernel_argument> add_separate_counters(plan_builder& plan);

/// The same for both in one word: only that is filled with zeros.
std::vector<kernel_argument> add_packed_counters(plan_builder& plan);

/// Atomics on two counters, if each group of so many consecutive elements claims a range on each
/// side of which it has elements; known for dist=constant and dist=alternating.
std::optional<std::uint64_t> claims_of_groups(const problem& problem, std::uint64_t group);

}  // namespace warpmark::partition
