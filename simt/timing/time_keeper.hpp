#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>

#include "simt/counters.hpp"
#include "simt/execution/machine.hpp"
#include "simt/memory/sampled_touches.hpp"
#include "simt/memory/warm_memory.hpp"
#include "simt/model/time_model.hpp"
#include "simt/timing/block_timeline.hpp"
#include "simt/timing/communication_log.hpp"

namespace warpmark::simt {

/// Models the time of the launches and fills between begin() and total(), as if L2 had been flushed
/// before. Without a card file for the device it does nothing.
class time_keeper {
 public:
  explicit time_keeper(const model::card_file* card) : card_(card) {}

  void begin();
  void add_fill(std::uint64_t address, std::uint64_t size_bytes);

  /// Notes that something ran that the model does not cover: there is no total until the next
  /// begin().
  void give_up() { sum_.reset(); }

  /// Makes the launch follow some of its blocks: the middle one, its neighbour and the last one.
  /// Where blocks may wait for each other, the first one, the middle one and the last one, and what
  /// all of them tell each other.
  /// `local_bytes`: of local memory per thread, for variables and spilled registers.
  void before_launch(launch_state& state, std::uint64_t resident_blocks, std::size_t local_bytes);
  void after_launch(const launch_state& state, const launch_result& result, std::size_t code_bytes);

  std::optional<model::modelled_time> total() const;

  /// The most warp instructions that the card can issue, per ns; nothing without a card file.
  std::optional<double> instructions_per_ns() const;

 private:
  // Of the slice of L2, of so many sectors, that the atomics of all blocks use most.
  atomic_depths::depth hottest_slice(const launch_result& result, std::uint64_t sectors,
                                     atomic_depths::amount of) const;
  std::uint64_t atomic_slice_sectors() const;
  // In memory that no earlier launch has touched, which all that this one touches no longer is.
  estimated_sectors cold_sectors(const launch_state& state, const launch_result& result);

  const model::card_file* card_;
  std::optional<model::time_sum> sum_;
  warm_memory warm_;
  bool takes_work_as_it_comes(const launch_state& state, const counter_set& counted) const;
  void share_evenly(model::launch_work& work, std::uint64_t grid_blocks);
  double contention_of_shares(model::launch_work work, model::block_cost least, double each) const;
  void mix(model::launch_work& work, model::block_cost in_l2) const;
  void add_other_blocks(model::launch_work& work, double middle_cycles, double middle_drain);
  void add_waiting(model::launch_work& work);

  // First block or neighbour of the middle one, middle one, last one.
  std::array<std::optional<block_timeline>, 3> timelines_;
  std::array<std::uint64_t, 3> followed_{};
  std::optional<communication_log> communication_;
  std::uint64_t resident_blocks_ = 1;
  std::set<const kernel_program*> fetched_;  // Programs that ran in this execution.
};

}  // namespace warpmark::simt
