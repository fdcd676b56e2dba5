#pragma once

#include <cstdint>

#include "simt/instructions/instruction.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/address_costs.hpp"
#include "simt/memory/global_memory.hpp"
#include "simt/ptx/types.hpp"

namespace warpmark::simt {

/// Access kinds, for messages and counters.
enum class access_kind : std::uint8_t { load, store, atomic };

/// One memory instruction whose lanes all access one space.
struct access {
  lane_addresses address;  ///< Within the space.
  state_space space = state_space::global;
  access_kind kind = access_kind::load;
  unsigned size = 4;         ///< Bytes per lane.
  std::uint32_t active = 0;  ///< Lanes.
  bool counted = true;
  std::uint8_t merged_bytes = 0;  ///< Of instruction.
};

/// Host bytes of each lane; nullptr where the lane may not access them.
using lane_pointers = std::byte* [32];

/// Finds the lanes' bytes, reports out-of-bounds and misaligned ones, and counts the request.
/// Returns the lanes whose pointers are valid.
std::uint32_t resolve(lane_context& context, const instruction& in, const access& access,
                      lane_pointers& pointers);

/// Host bytes of a full warp's consecutive, aligned, mapped global access, counted;
/// nullptr if the access is none of that kind.
std::byte* resolve_run(lane_context& context, const instruction& in, const access& access);

/// Addresses of the active lanes: the base slot op[4] plus the immediate.
void read_addresses(lane_context& context, const instruction& in, std::uint32_t active,
                    lane_addresses& out);

/// Splits a generic access by the windows of its addresses and visits each part.
template <class Visit>
void for_each_space(access& access, Visit&& visit) {
  std::uint32_t rest = access.active;
  const auto window_of = [&](unsigned lane) {
    const std::uint64_t base = access.address[lane] & ~(window_bytes - 1);
    return base == shared_window || base == local_window || base == param_window ? base : 0;
  };
  while (rest != 0) {
    const std::uint64_t window = window_of(static_cast<unsigned>(std::countr_zero(rest)));
    std::uint32_t members = 0;
    for_each_lane(rest, [&](unsigned lane) {
      if (window_of(lane) == window) members |= 1u << lane;
    });
    simt::access part = access;
    part.active = members;
    part.space = window == shared_window  ? state_space::shared
                 : window == local_window ? state_space::local
                 : window == param_window ? state_space::param
                                          : state_space::global;
    for_each_lane(members, [&](unsigned lane) { part.address[lane] -= window; });
    visit(part);
    rest &= ~members;
  }
}

}  // namespace warpmark::simt
