#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "ci/gate/gate_run.hpp"
#include "ci/gate/timing/process_rounds.hpp"

namespace warpmark::gate {

/// Settings of the timing stage on a card.
struct timing_terms {
  std::string program;  ///< The path of warpmark.
  int device_ordinal = 0;
  std::filesystem::path cache_folder = {};  ///< Of compiled kernels; empty: the default one.
  std::uint64_t seed = 1;
  cache_state state = cache_state::cold;
  std::filesystem::path rounds_file =
      {};  ///< Receives every pair when it is measured; empty: none.
};

/// The most unchanged points that are measured as negative controls, in addition to the fixed
/// calibrators.
inline constexpr std::size_t max_unchanged_measured = 24;

/// The timing stage on a card, through fresh processes: only the changed points and controls.
/// Without a changed point nothing is measured.
timing_stage timing_on_card(timing_terms terms);

}  // namespace warpmark::gate
