#pragma once

#include "bench/core/point.hpp"
#include "bench/core/run_manifest.hpp"
#include "bench/journal/lines.hpp"

// What the coordinator and its workers tell each other, as JSON objects, one a line. Both are the
// same program, so there is no version: what one writes the other reads.

namespace warpmark::workers {

using journal::json;

/// What a worker needs to know before its first point.
struct worker_order {
  std::string backend;       ///< "cuda" or "simt".
  int device_ordinal = 0;    ///< Of a card.
  std::string cache_folder;  ///< Of compiled kernels; empty: the default.
  std::uint64_t seed = 1;
  measuring_options measuring;
  bool phases = false;            ///< See launch_phases.
  bool global_races = false;      ///< Looked for by the interpreter.
  bool measure_ceilings = false;  ///< Else those given here are quoted.
  measured_ceilings ceilings;
  std::string kernels_file = {};          ///< Where variants come from; empty: this program.
  std::string kernels_fingerprint = {};   ///< What the file and its sources must still be.
  compiler::compile_limits compile = {};  ///< Of each compilation.
  std::uint64_t max_input_bytes = 0;      ///< As --max-input; 0: input::limits' own.
};

/// What a worker says of itself when it is ready.
struct worker_report {
  card device;
  std::string nvrtc_version;
  std::vector<std::string> compiler_flags;
  std::string cache_trouble;  ///< Why compiled kernels are not kept; empty if they are.
  measured_ceilings ceilings;
};

json to_wire(const point& point);
json to_wire(const measuring_options& measuring_options);
json to_wire(const worker_order& order);
json to_wire(const worker_report& report);

/// Each throws std::exception if `from` is not what to_wire() makes.
point point_from_wire(const json& from);
measuring_options measuring_from_wire(const json& from);
worker_order order_from_wire(const json& from);
worker_report report_from_wire(const json& from);

}  // namespace warpmark::workers
