#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/core/drift_watch.hpp"
#include "bench/core/measurement.hpp"
#include "bench/core/run_manifest.hpp"

namespace warpmark::journal {

using json = nlohmann::ordered_json;

inline constexpr std::string_view schema_name = "warpmark/1";

/// The lines of a journal, as bench/journal/journal.schema.json defines them.
json manifest_line(const run_manifest& manifest);
json measurement_line(const measurement& measured);
json reference_line(const reference_times& seen, const std::string& card_uuid);
json resume_line(const std::vector<std::string>& argv, std::size_t points_present);

/// The end of a run.
struct run_end {
  bool complete = false;
  std::string reason;  ///< Why the run is incomplete.
  std::map<std::string, std::size_t>
      counts;  ///< Measurements by status, over the complete journal.
  double wall_s = 0;
  std::size_t kernels_compiled = 0;
  std::size_t kernels_from_cache = 0;
  std::size_t worker_restarts = 0;  ///< Workers that died with a point and were replaced.
  std::map<std::string, std::size_t> warnings;  ///< Number of measurements per warning.
  std::map<std::string, drift_report> drift;    ///< By series of references.
};
json end_line(const run_end& end);

/// Now, in UTC: "2026-01-31T23:59:59Z".
std::string timestamp();

}  // namespace warpmark::journal
