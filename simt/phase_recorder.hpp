#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/counters.hpp"
#include "simt/launch_phases.hpp"

namespace warpmark::simt {

enum class access_kind : std::uint8_t;

/// Counts the events of one block per phase: from one release of a block-wide barrier to the next.
/// The block's instructions count here and not in the counters of its host thread.
class phase_recorder {
 public:
  /// Phases that are kept; later ones are only counted. This bounds the length of a journal line.
  static constexpr std::size_t max_phases = 1024;

  /// `classes` and `apart` are those of site_counters.
  phase_recorder(const std::vector<counter>& classes, bool apart) : counters_(classes, apart) {}

  /// Sums over the block so far.
  site_counters& counters() { return counters_; }

  /// Notes a request to shared memory whose worst group of lanes takes `degree` wavefronts.
  void shared_request(access_kind kind, unsigned degree);

  /// All threads have arrived at a barrier.
  void end_phase();

  /// The block has ended, and with it the last phase. Call once.
  launch_phases finish(std::string kernel);

 private:
  site_counters counters_;
  counter_set before_;                      // At the begin of the current phase.
  std::array<unsigned, 3> worst_degree_{};  // By access_kind, in the current phase.
  launch_phases seen_;
};

}  // namespace warpmark::simt
