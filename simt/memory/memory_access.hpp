#pragma once

#include <cstdint>

#include "simt/instructions/instruction.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/access.hpp"
#include "simt/memory/access_pattern.hpp"
#include "simt/memory/global_memory.hpp"

namespace warpmark::simt {

struct first_touches;

/// Counts bytes of global memory that the launch touches for the first time.
void add_touches(lane_context& context, const first_touches& first);

/// Host bytes of each lane; nullptr where the lane may not access them.
using lane_pointers = std::byte* [32];

/// An access of which every active lane has memory.
struct placed_access {
  const access_pattern* pattern = nullptr;  ///< nullptr: some lane has no memory.
  std::byte* first = nullptr;               ///< Host bytes of the first active lane.
  std::size_t lane_stride = 0;              ///< Between the same addresses of neighbouring lanes.

  explicit operator bool() const { return pattern != nullptr; }
  /// Host bytes of an active lane.
  std::byte* bytes(unsigned lane) const {
    return first + pattern->offset(lane) + (lane - pattern->first_lane()) * lane_stride;
  }
  /// Writes the pointers of the active lanes, and returns these lanes.
  std::uint32_t point(lane_pointers& pointers) const {
    for_each_lane(pattern->active(), [&](unsigned lane) { pointers[lane] = bytes(lane); });
    return pattern->active();
  }
  /// The lanes' bytes are consecutive, in the order of the lanes.
  bool is_run() const { return pattern->is_run() && lane_stride == 0; }
};

/// Counts and checks an access of which all active lanes may access their bytes, as resolve() does.
/// Has no effect and returns nothing if one of them may not.
placed_access place_lanes(lane_context& context, const instruction& in, const access& access);

/// Finds the lanes' bytes, reports out-of-bounds and misaligned ones, and counts the request.
/// Returns the lanes whose pointers are valid.
std::uint32_t resolve(lane_context& context, const instruction& in, const access& access,
                      lane_pointers& pointers);

/// Addresses of the lanes: the base slot op[4] plus the immediate.
void read_addresses(lane_context& context, const instruction& in, std::uint32_t active,
                    lane_addresses& out);

/// The state space of a generic address, and where its window begins.
struct address_window {
  state_space space = state_space::global;
  std::uint64_t base = 0;
};
inline address_window window_of(std::uint64_t address) {
  switch (address & ~(window_bytes - 1)) {
    case shared_window:
      return {state_space::shared, shared_window};
    case local_window:
      return {state_space::local, local_window};
    case param_window:
      return {state_space::param, param_window};
    default:
      return {};
  }
}

/// Splits a generic access by the windows of its addresses and visits each part.
template <class Visit>
void for_each_space(access& access, Visit&& visit) {
  while (access.active != 0) {
    const std::uint32_t all = access.active;
    const address_window window = window_of(access.address[std::countr_zero(all)]);
    std::uint32_t members = 0;
    for_each_lane(all, [&](unsigned lane) {
      if (window_of(access.address[lane]).space != window.space) return;
      members |= 1u << lane;
      access.address[lane] -= window.base;
    });
    access.space = window.space;
    access.active = members;
    visit(access);
    access.active = all & ~members;
  }
}

}  // namespace warpmark::simt
