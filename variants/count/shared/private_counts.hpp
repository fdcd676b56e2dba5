#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/device_limits.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/plan_builder.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

/// "unroll": vectors of 16 bytes in flight per thread.
axis unroll_axis(std::int64_t base);

/// "merge": how the blocks' counts are merged (kernels/count/merge.cuh).
axis merge_axis(const std::string& base);

/// "block", "blocks_per_sm" and "unroll", and with private_axes() "merge" and "pdl": the axes of
/// all kernels whose blocks count their share of the keys privately.
std::vector<axis> counter_axes(std::int64_t block, std::int64_t blocks_per_sm, std::int64_t unroll);
std::vector<axis> private_axes(std::int64_t block, std::int64_t blocks_per_sm, std::int64_t unroll,
                               const std::string& merge);

/// Bytes of shared memory per block.
using shared_bytes_of = std::function<std::size_t(const problem&, const config&)>;

/// Of one counter per bin.
std::size_t bytes_of_one_histogram(const problem& problem, const config& config);

/// Keys are dense, and a block's counters fit shared memory.
std::vector<constraint> counter_constraints(shared_bytes_of shared_bytes);

/// The same, and those of private_axes(): blocks that wait for another are resident.
std::vector<constraint> private_constraints(shared_bytes_of shared_bytes);

/// Blocks of a kernel of kernels/count/keys.cuh: `blocks_per_sm` per multiprocessor, but none whose
/// threads would find no vector.
std::uint64_t grid_of_shares(const problem& problem, const config& config,
                             const device_limits& limits);

using private_kernel = instance_after<templates::private_arguments>;

/// The plan of such a kernel.
launch_plan plan_private(const private_kernel& kernel, const problem& problem, const config& config,
                         const device_limits& limits, std::size_t shared_bytes);

}  // namespace warpmark::count
