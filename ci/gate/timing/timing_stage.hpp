#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "ci/gate/gate_run.hpp"
#include "ci/gate/timing/process_rounds.hpp"

namespace warpmark::gate {

/// How a card is used.
struct timing_terms {
  std::string program;  ///< The path of warpmark.
  int device_ordinal = 0;
  std::filesystem::path cache_folder = {};  ///< Of compiled kernels; empty: the default one.
  std::uint64_t seed = 1;
  cache_state state = cache_state::cold;
  std::filesystem::path rounds_file = {};  ///< Takes every pair as it is made; empty: none.
};

/// Points known to be equal that are measured as negative controls, at most: the fixed calibrators
/// come on top.
inline constexpr std::size_t max_unchanged_measured = 24;

/// The timing stage on a card, through fresh processes: the changed points, controls and nothing
/// else. Without a changed point the card is left alone.
timing_stage timing_on_card(timing_terms terms);

}  // namespace warpmark::gate
