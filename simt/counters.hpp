#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warpmark::simt {

/// The counters of the interpreter, defined in docs/counters.md. The first ones are instruction
/// classes; their sum is warp_instructions.
enum class counter : std::uint8_t {
  integer_instructions,
  float32_instructions,
  float64_instructions,
  conversion_instructions,
  control_instructions,
  memory_instructions,
  tensor_instructions,
  other_instructions,
  thread_instructions,
  longest_warp_instructions,
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
  global_atomic_hottest_requests,
  global_atomic_hottest_lanes,
  global_load_unique_bytes,
  global_store_unique_bytes,
  global_unique_bytes,
  global_unique_sectors,
  bulk_load_requests,
  bulk_load_bytes,
  bulk_load_sectors,
  bulk_store_requests,
  bulk_store_bytes,
  bulk_store_sectors,
  shared_load_requests,
  shared_load_wavefronts,
  shared_load_ideal_wavefronts,
  shared_store_requests,
  shared_store_wavefronts,
  shared_store_ideal_wavefronts,
  shared_atomic_requests,
  shared_atomic_wavefronts,
  shared_atomic_ideal_wavefronts,
  shared_atomic_serialisation,
  local_load_requests,
  local_load_sectors,
  local_store_requests,
  local_store_sectors,
  texture_requests,
  texture_sectors,
  surface_load_requests,
  surface_load_sectors,
  surface_store_requests,
  surface_store_sectors,
  surface_atomic_requests,
  surface_atomic_sectors,
  barriers,
  block_barriers,
  shuffles,
  votes,
  matches,
  reduxes,
  tensor_f16_operations,
  tensor_bf16_operations,
  tensor_tf32_operations,
  tensor_f64_operations,
  tensor_fp8_operations,
  tensor_int8_operations,
  tensor_int4_operations,
  tensor_int1_operations,
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

/// Counters of one host thread: one set for all instructions of a kernel, or one per instruction.
class site_counters {
 public:
  /// `classes`: the class of each instruction, which must outlive this.
  site_counters(const std::vector<counter>& classes, bool apart)
      : classes_(classes),
        changes_(classes.size() + 1),
        sets_(apart ? classes.size() + 1 : 1),
        stride_(apart ? 1 : 0) {}

  /// The instructions [first, first + count) were issued once each, with so many lanes.
  void issue(std::size_t first, std::size_t count, std::uint64_t lanes) {
    change(first, 1, lanes);
    change(first + count, std::uint64_t{0} - 1, std::uint64_t{0} - lanes);
  }
  /// They were not, after all.
  void take_back(std::size_t first, std::size_t count, std::uint64_t lanes) {
    change(first, std::uint64_t{0} - 1, std::uint64_t{0} - lanes);
    change(first + count, 1, lanes);
  }

  /// Whether each instruction has a set of its own.
  bool are_apart() const { return stride_ != 0; }
  /// For other events of an instruction.
  counter_set& of(std::size_t site) { return sets_[site * stride_]; }
  /// For events that belong to no instruction.
  counter_set& launch() { return sets_.back(); }
  const counter_set& launch() const { return sets_.back(); }

  /// All counters of an instruction, or of all of them if they are not apart.
  const counter_set& at(std::size_t site);
  counter_set sum();

 private:
  // How often an instruction and its lanes are issued more than the instruction before it.
  struct issue_change {
    std::uint64_t issues = 0, lanes = 0;
  };
  void change(std::size_t site, std::uint64_t issues, std::uint64_t lanes) {
    changes_[site].issues += issues;
    changes_[site].lanes += lanes;
  }
  void settle();

  const std::vector<counter>& classes_;
  std::vector<issue_change> changes_;  // Since settle().
  std::vector<counter_set> sets_;      // One per site; the last one is for events of no site.
  std::size_t stride_;
};

}  // namespace warpmark::simt
