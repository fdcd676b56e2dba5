#pragma once

#include <cstdint>

#include "simt/execution/kernel_program.hpp"
#include "simt/instructions/decoder.hpp"
#include "simt/instructions/lanes.hpp"

// Instructions with several addresses: copies have two, and often that of an mbarrier.

namespace warpmark::simt {

/// Adds one address operand to a list of its instruction.
inline void add_address(decoder& d, const operand& from, std::vector<address_source>& to) {
  instruction scratch;
  state_space space = state_space::generic;
  const std::uint32_t slot = d.address(from, space, scratch);
  to.push_back({slot, scratch.immediate, scratch.narrow_address});
}

/// The i-th address of an instruction whose list is `target`, in one lane.
inline std::uint64_t lane_address(lane_context& context, const instruction& in, std::size_t i,
                                  unsigned lane) {
  const address_source& from = context.program->address_lists[in.target][i];
  if (from.narrow)
    return lanes_at<std::uint32_t>(context, from.slot)[lane] +
           static_cast<std::uint32_t>(from.offset);
  return lanes_at<std::uint64_t>(context, from.slot)[lane] +
         static_cast<std::uint64_t>(from.offset);
}

/// The shared-memory address of a shared or generic address.
inline std::uint64_t without_window(std::uint64_t address) {
  return (address & ~(window_bytes - 1)) == shared_window ? address - shared_window : address;
}

/// The index of a thread in the cluster.
inline std::uint32_t thread_in_cluster(const lane_context& context, unsigned lane) {
  return context.cluster_rank * 2048 + context.warp * 32 + lane;
}

}  // namespace warpmark::simt
