#pragma once

#include <cstdint>
#include <string>

#include "variants/contract/axis.hpp"
#include "variants/contract/keyed_plan.hpp"

namespace warpmark::merge {

/// A pass that merges pairs of runs of `run` out of n keys by ranks, with a sample every `stride`
/// keys.
struct rank_pass {
  std::uint64_t n;
  std::uint64_t run;
  std::uint32_t stride;

  /// Samples of all runs, which is also the number of intervals; 0 for no keys.
  std::uint64_t samples() const;

  /// Threads per block of the kernel that ranks samples, and its number of blocks.
  static constexpr std::uint32_t ranking_block = 256;
  std::uint64_t ranking_blocks() const;
};

/// Adds the two launches of the pass. `cuts` has room for 8 bytes per sample. Kernels are in
/// kernels/merge/, whatever the plan's family.
void add_rank_pass(keyed_plan& plan, const rank_pass& pass, const keyed_buffers& from,
                   const keyed_buffers& to, std::size_t cuts);

/// "stride": keys between two samples, which are also the threads that merge an interval.
axis stride_axis();

}  // namespace warpmark::merge
