#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpmark::model {

/// Which unit of a multiprocessor an instruction occupies.
enum class unit : std::uint8_t {
  none,  ///< No machine instruction: moves, parameter loads, address conversions.
  integer,
  float32,
  float64,
  conversion,
  special,
  shuffle,
  memory,
  control,
  count
};

/// What one block of a launch would cost if it had a multiprocessor for itself.
struct block_cost {
  double path_cycles = 0;          ///< Until its last warp ends.
  double drain_cycles = 0;         ///< From its last global load on.
  std::uint64_t instructions = 0;  ///< Warp instructions of the PTX.
  std::array<std::uint64_t, static_cast<std::size_t>(unit::count)> issued{};  ///< By unit.
  std::uint64_t loaded_sectors = 0;                                           ///< Of global memory.
  std::uint64_t loaded_lines = 0;    ///< Of 128 bytes, each request's counted by itself.
  std::uint64_t missed_sectors = 0;  ///< Those that L1 does not have.
};

/// What a launch did, as counted, and how its blocks lie on the card.
struct launch_work {
  std::uint64_t blocks = 0;
  std::uint64_t warps_a_block = 0;
  std::uint64_t resident_blocks = 1;  ///< Of one multiprocessor.
  std::uint64_t warp_instructions = 0;
  std::uint64_t shared_wavefronts = 0;
  std::uint64_t global_load_sectors = 0;
  std::uint64_t global_store_sectors = 0;
  std::uint64_t global_atomic_sectors = 0;
  std::uint64_t hottest_atomic_requests = 0;  ///< In the slice of L2 that has most lanes.
  std::uint64_t hottest_atomic_lanes = 0;     ///< In that slice, one after the other.
  std::uint64_t cold_code_bytes = 0;          ///< Machine code that has not run before.
  std::uint64_t cold_sectors = 0;             ///< In memory that nothing touched before.
  std::uint64_t cold_load_sectors = 0;
  block_cost block;  ///< Of one of the blocks.
};

}  // namespace warpmark::model
