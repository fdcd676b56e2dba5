#include "cli/gate/nvbench_trial_verbs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ci/gate/programs/nvbench_stage.hpp"
#include "cli/exit_codes.hpp"
#include "cli/text_table.hpp"

namespace warpmark {

gate::nvbench_trial open_nvbench(const nvbench_options& options, int device,
                                 const std::filesystem::path& rounds_file) {
  return {options.sides(device, gate::nvbench_default_settings().timing), rounds_file};
}

int selftest_nvbench(const nvbench_options& options, int device,
                     const std::filesystem::path& rounds_file, std::uint64_t seed, bool as_json) {
  const auto trial = open_nvbench(options, device, rounds_file);
  const auto rows = trial.planted({0, 0.02, 0.03, 0.05}, gate::nvbench_default_settings(), seed);
  bool kept = true;
  std::vector<std::vector<std::string>> cells;
  nlohmann::ordered_json out = {{"from", trial.card()}, {"points", trial.points()}};
  for (const auto& [slowdown, tally] : rows) {
    kept = kept && tally.false_alarms == 0;
    cells.push_back({slowdown > 0 ? fmt::format("+{:.3g} %", 100 * slowdown) : "nothing",
                     fmt::format("{} of {}", tally.slow_found, tally.slow_points),
                     fmt::format("{} of {}", tally.false_alarms, tally.equal_points)});
    out["planted"].push_back({{"slowdown", slowdown},
                              {"points", tally.slow_points},
                              {"found", tally.slow_found},
                              {"equal_points", tally.equal_points},
                              {"false_regressions", tally.false_alarms}});
  }
  out["kept"] = kept;
  if (as_json)
    fmt::print("{}\n", out.dump(2));
  else
    fmt::print("{}: {} points of {}, slower in recorded rounds\n\n{}\n", options.base,
               trial.points(), trial.card(),
               text_table({"planted", "found", "false REGRESSIONs of other points"}, cells));
  return kept ? exit_ok : exit_wrong;
}

}  // namespace warpmark
