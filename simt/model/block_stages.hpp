#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace warpmark::model {

/// The unit of a multiprocessor that an instruction occupies.
enum class unit : std::uint8_t {
  none,  ///< No machine instruction: moves, parameter loads, address conversions.
  integer,
  logic,  ///< Integer instructions that one pipe alone executes: comparisons, selections, logic.
  float32,
  float64,
  conversion,
  special,
  shuffle,
  match,
  memory,
  control,
  count
};

/// A part of a warp's path that ends where the warp waits: for data from L2 or memory, or for other
/// warps of its block.
struct warp_stage {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  std::array<float, static_cast<std::size_t>(unit::count)> issued{};  ///< By unit.
  float matched_words = 0;      ///< By match: of each value, of 32 bits each.
  float shared_wavefronts = 0;  ///< Of loads and stores.
  float shared_atomic_wavefronts = 0;
  float cluster_sectors = 0;  ///< Of loads and stores in the shared memory of other blocks.
  float cluster_atomic_sectors = 0;
  float loaded_wavefronts = 0;  ///< Of loads from global memory, in L1.
  float missed_sectors = 0;     ///< Those that L1 does not have.
  float stored_sectors = 0;
  float atomic_sectors = 0;
  double cycles = 0;             ///< If the warp had the multiprocessor to itself.
  double arrival_cycles = 0;     ///< From the end of the stage to the arrival at `arrives`.
  std::uint32_t arrives = none;  ///< The join at which something that the stage began arrives.
  std::uint32_t waits = none;    ///< The join without which the next stage does not begin.

  void add_work_of(const warp_stage& other);
};

/// The stages of all warps of a block, and where they wait for each other.
struct block_stages {
  /// A barrier, or the phase of an mbarrier.
  struct join {
    std::uint32_t arrivals = 0;
    double cycles = 0;  ///< From the last arrival until the waiting warps continue.
  };
  std::vector<std::vector<warp_stage>> warps;
  std::vector<join> joins;
  bool complete = true;  ///< False: there were too many to keep.
};

inline void warp_stage::add_work_of(const warp_stage& other) {
  for (std::size_t on = 0; on < issued.size(); ++on) issued[on] += other.issued[on];
  matched_words += other.matched_words;
  shared_wavefronts += other.shared_wavefronts;
  shared_atomic_wavefronts += other.shared_atomic_wavefronts;
  cluster_sectors += other.cluster_sectors;
  cluster_atomic_sectors += other.cluster_atomic_sectors;
  loaded_wavefronts += other.loaded_wavefronts;
  missed_sectors += other.missed_sectors;
  stored_sectors += other.stored_sectors;
  atomic_sectors += other.atomic_sectors;
}

}  // namespace warpmark::model
