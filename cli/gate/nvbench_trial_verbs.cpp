#include "cli/gate/nvbench_trial_verbs.hpp"

#include "ci/gate/programs/nvbench_stage.hpp"
#include "cli/selftest/planted_report.hpp"

namespace warpmark {

gate::nvbench_trial open_nvbench(const nvbench_options& options, int device,
                                 const std::filesystem::path& rounds_file) {
  return {options.sides(device, gate::nvbench_default_settings().timing), rounds_file};
}

int selftest_nvbench(const nvbench_options& options, int device,
                     const std::filesystem::path& rounds_file, std::uint64_t seed, bool as_json) {
  const auto trial = open_nvbench(options, device, rounds_file);
  return report_planted(trial.planted(planted_in_records, gate::nvbench_default_settings(), seed),
                        options.base, trial.points(), trial.card(), as_json);
}

}  // namespace warpmark
