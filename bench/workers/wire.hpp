#pragma once

#include "bench/backends/interpreter_limits.hpp"
#include "bench/core/point.hpp"
#include "bench/core/run_manifest.hpp"
#include "bench/journal/lines.hpp"
#include "variants/registry.hpp"

// Messages between the coordinator and its workers, as JSON objects, one per line. Both are the
// same program, so there is no version.

namespace warpmark::workers {

using journal::json;

/// The settings of a worker, sent before its first point.
struct worker_order {
  std::string backend;       ///< "cuda" or "simt".
  int device_ordinal = 0;    ///< The ordinal of a card.
  std::string cache_folder;  ///< The cache of compiled kernels; empty: the default.
  std::uint64_t seed = 1;
  measuring_options measuring;
  bool phases = false;                    ///< See launch_phases.
  bool global_races = false;              ///< Checked by the interpreter.
  std::vector<std::string> profile = {};  ///< Metrics of hardware counters; empty: none.
  bool measure_ceilings = false;          ///< Otherwise `ceilings` is used.
  measured_ceilings ceilings;
  std::string kernels_file = {};         ///< Source of the variants; empty: this program.
  std::string submission = {};           ///< For a task: what is judged. Then `kernels_file` is it.
  bool untrusted = false;                ///< The process is confined.
  std::string kernels_fingerprint = {};  ///< Expected fingerprint of the file and its sources.
  compiler::compile_limits compile = {};  ///< Limits per compilation.
  interpreter_limits interpreting = {};   ///< Limits per point on the interpreter.
  std::string card = {};              ///< Card file of the interpreted card; empty: the default.
  std::uint64_t max_input_bytes = 0;  ///< As input::max_input().
};

/// A worker's message when it is ready.
struct worker_report {
  card device;
  std::string nvrtc_version;
  std::vector<std::string> compiler_flags;
  std::string cache_trouble;  ///< Why compiled kernels are not cached; empty if they are.
  measured_ceilings ceilings;
};

json to_wire(const point& point);
json to_wire(const measuring_options& measuring_options);
json to_wire(const worker_order& order);
json to_wire(const worker_report& report);

/// Each throws std::exception if `from` is not a result of to_wire(); a point also if its variant
/// is not in the registry.
point point_from_wire(const registry& registry, const json& from);
measuring_options measuring_from_wire(const json& from);
worker_order order_from_wire(const json& from);
worker_report report_from_wire(const json& from);

}  // namespace warpmark::workers
