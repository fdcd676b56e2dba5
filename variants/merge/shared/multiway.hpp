#pragma once

#include <cstdint>

#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::merge {

/// One pass that merges `ways` runs into one: kernels/merge/multiway_ranks.cuh.
struct multiway_pass {
  std::uint32_t block;
  std::uint64_t run;  ///< Keys of a sorted run.
  std::uint64_t ways;
};

void add_multiway_pass(keyed_plan& plan, const multiway_pass& pass, const keyed_buffers& from,
                       const keyed_buffers& to);

/// "block": its warps share the runs.
axis sharing_block_axis();

}  // namespace warpmark::merge
