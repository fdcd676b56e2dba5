#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "variants/contract/template_arguments.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::deinterleave {

// Variants that exchange registers between lanes: kernels/deinterleave/rearrange.cuh with an
// exchange of their own.

/// Default blocks per multiprocessor of a resident grid: for kernels of 40 registers per thread.
constexpr std::int64_t resident_blocks = 6;

/// Threads per block, number of blocks, and loads in flight per lane (`unroll`).
std::vector<axis> exchange_axes();

/// Lanes that hold a group, one element per register: at most a warp.
std::uint64_t lanes_of(const problem& problem);

/// CUDA C++ of an element's bits, "unsigned short", and of the register that holds one.
std::string bits_spelling(const problem& problem);
std::string word_spelling(const problem& problem);

/// Whether every access of `together` bytes on the side where the series is in order, and of
/// `apart` bytes on the other, is aligned to its size.
bool is_aligned(const problem& problem, std::uint64_t together, std::uint64_t apart);

/// What the exchanges' plans share.
struct exchange {
  template_instance type;
  std::uint64_t lanes;           ///< That hold a group.
  std::uint64_t aligned_to = 1;  ///< Bytes, of words of several elements.
};

launch_plan plan_exchange(const problem& problem, const config& config, const device_limits& limits,
                          const exchange& by);

/// How often a warp rearranges groups of so many lanes, over the full problem.
std::uint64_t warp_groups_of(const problem& problem, std::uint64_t lanes);

/// How often a warp exchanges two registers per lane that hold one element each.
std::uint64_t exchanges_of(const problem& problem);

/// The counter "shuffles" of exchanges that take `each`, and twice that of elements of 8 bytes.
counter_prediction shuffles(std::string prediction,
                            std::function<std::uint64_t(const problem&, const config&)> item);

/// No exchange within a warp needs a barrier of the block.
counter_prediction no_block_barriers();

}  // namespace warpmark::deinterleave
