#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/core/selection.hpp"
#include "bench/sampling/measuring_options.hpp"
#include "bench/sampling/pair_sampler.hpp"
#include "ci/gate/decision/rounds.hpp"
#include "ci/gate/gate_limits.hpp"
#include "ci/gate/sides/side_tree.hpp"

// Messages between the gate and the process of a round: JSON objects, one per line. Both are the
// same program, so there is no version.

namespace warpmark::gate {

/// One item to measure in a round.
struct round_item {
  std::string key;                             ///< The key of a point on both sides …
  std::optional<std::size_t> calibrator = {};  ///< … or the number of a calibrator.
  double slowdown = 0;                         ///< For a calibrator's head.
  std::uint64_t planted_steps = 0;             ///< For a point's head, see with_planted_work.
  bool base_first = true;
};

/// The sides, as sent to the process of a round: folders, and the kernels to use.
struct round_sides {
  side_tree base, head;                         ///< Their records are not sent.
  std::vector<std::string> kernels_files = {};  ///< As in gate_request.
  warpmark::selection selection = {};           ///< The points that items' keys may name.
};

/// The items that a process measures, in this order, and the settings.
struct round_order {
  int device_ordinal = 0;
  std::string cache_folder = {};  ///< For compiled kernels; empty: the default.
  std::uint64_t seed = 1;         ///< Of the inputs.
  cache_state state = cache_state::cold;
  sampling::pair_order order = sampling::pair_order::alternating;
  std::size_t pairs = 20;
  double max_seconds = 2;             ///< Per point.
  bool until_steady = true;           ///< See pair_options.
  gate_limits limits = {};            ///< For compilations and first executions.
  double heat_s = 0;                  ///< The card is heated for this time before each item.
  bool measure_ceilings = false;      ///< Before the items, for the report.
  std::uint64_t max_input_bytes = 0;  ///< As input::max_input().
  round_sides sides = {};
  std::vector<round_item> items = {};
};

nlohmann::json to_wire(const round_order& order);
nlohmann::json to_wire(const round_pair& pair);

/// Each throws std::exception if `from` is not an output of to_wire().
round_order round_order_from_wire(const nlohmann::json& from);
round_pair round_pair_from_wire(const nlohmann::json& from);

}  // namespace warpmark::gate
