#include "tuning/exchange/t4_writer.hpp"

#include "bench/journal/parameters_json.hpp"
#include "tuning/profile/timing.hpp"
#include "tuning/replay/recorded_time.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;

std::string invalidity_of(const std::string& status) {
  if (status == "ok") return "correct";
  if (status == "wrong") return "correctness";
  if (status == "timed_out") return "timeout";
  if (status == "failed") return "compile";
  if (status == "skipped") return "constraints";
  return "runtime";
}

json result_of(const exported_config& exported_config, const std::string& timestamp) {
  json runtimes = json::array();
  std::vector<timing> rounds;
  for (const double rounds_n : exported_config.rounds_ns) {
    runtimes.push_back(rounds_n / ns_per_ms);
    rounds.push_back({.median_ns = rounds_n, .ci_lo_ns = rounds_n, .ci_hi_ns = rounds_n});
  }
  json result = {{"timestamp", timestamp},
                 {"configuration", journal::parameters_json(exported_config.parameters)},
                 {"times",
                  {{"compilation_time", 0},
                   {"runtimes", runtimes},
                   {"framework", exported_config.wall_s * 1000},
                   {"search_algorithm", 0},
                   {"validation", 0}}},
                 {"invalidity", invalidity_of(exported_config.status)},
                 {"correctness", exported_config.status == "ok" ? 1 : 0},
                 {"measurements", json::array()},
                 {"objectives", {"time"}}};
  if (!rounds.empty())
    result["measurements"].push_back(
        {{"name", "time"}, {"value", over_rounds(rounds).median_ns / ns_per_ms}, {"unit", "ms"}});
  return result;
}

}  // namespace

json t4_results(const exported_points& exported_points) {
  json file = {{"schema_version", "1.0.0"},
               {"metadata",
                {{"timeunit", "milliseconds"},
                 {"device", exported_points.device},
                 {"kernel", exported_points.kernel},
                 {"problem", journal::parameters_json(exported_points.problem)}}},
               {"results", json::array()}};
  if (exported_points.modelled)
    file["metadata"]["warpmark_modelled"] = to_json(*exported_points.modelled);
  const std::string timestamp = with_offset(exported_points.started_at);
  for (const auto& config : exported_points.configs)
    file["results"].push_back(result_of(config, timestamp));
  return file;
}

}  // namespace warpmark::tuning
