#pragma once

#include <cstdint>

#include "simt/memory/address_costs.hpp"
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
  bool of_texture = false;        ///< Texels: counted by the instruction, not as a global request.
  std::uint8_t merged_bytes = 0;  ///< Of instruction.
  bool of_matrix_rows = false;  ///< ldmatrix: lanes that name the same row are not served in pairs.
};

}  // namespace warpmark::simt
