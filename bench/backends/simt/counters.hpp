#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

namespace warpmark::simt {

/// What the interpreter counts; docs/counters.md defines each. The first ones are instruction
/// classes, whose sum is warp_instructions.
enum class counter : std::uint8_t {
  integer_instructions,
  float32_instructions,
  float64_instructions,
  conversion_instructions,
  control_instructions,
  memory_instructions,
  other_instructions,
  thread_instructions,
  branches,
  divergent_branches,
  global_load_requests,
  global_load_sectors,
  global_store_requests,
  global_store_sectors,
  global_atomic_requests,
  global_atomic_sectors,
  global_atomic_lanes,
  global_atomic_serialisation,
  shared_load_requests,
  shared_load_wavefronts,
  shared_load_ideal_wavefronts,
  shared_store_requests,
  shared_store_wavefronts,
  shared_store_ideal_wavefronts,
  shared_atomic_requests,
  shared_atomic_wavefronts,
  shared_atomic_ideal_wavefronts,
  local_load_requests,
  local_store_requests,
  barriers,
  block_barriers,
  shuffles,
  votes,
  matches,
  reduxes,
  fences,
  blocks,
  warps,
  launches,
  count
};

/// Sums of all counters.
class counter_set {
 public:
  std::uint64_t& operator[](counter which) { return values_[static_cast<std::size_t>(which)]; }
  std::uint64_t operator[](counter which) const { return values_[static_cast<std::size_t>(which)]; }
  void add(const counter_set& other);

  /// All counters by name, with warp_instructions as the sum of the classes.
  std::map<std::string, std::uint64_t> named() const;

 private:
  std::array<std::uint64_t, static_cast<std::size_t>(counter::count)> values_{};
};

}  // namespace warpmark::simt
