#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "simt/counters.hpp"
#include "simt/launch_phases.hpp"

namespace warpmark::simt {

enum class access_kind : std::uint8_t;

/// Follows one block: what it counts from each release of a block-wide barrier to the next. All of
/// its instructions count here and not in the counters of its host thread.
class phase_recorder {
 public:
  /// Phases that are kept, those after them only counted: a journal line must stay a line.
  static constexpr std::size_t max_phases = 1024;

  /// `sites` and `apart` as of site_counters.
  phase_recorder(std::size_t sites, bool apart) : counters_(sites, apart) {}

  /// Of the whole block so far.
  site_counters& counters() { return counters_; }

  /// A request to shared memory whose worst group of lanes takes `degree` wavefronts.
  void shared_request(access_kind kind, unsigned degree);

  /// All threads have come to a barrier.
  void end_phase();

  /// The block has ended, as has its last phase. To be called once.
  launch_phases finish(std::string kernel);

 private:
  site_counters counters_;
  counter_set before_;                      // The phase at hand.
  std::array<unsigned, 3> worst_degree_{};  // By access_kind, in the phase at hand.
  launch_phases seen_;
};

}  // namespace warpmark::simt
