#pragma once

#include <cstdint>
#include <filesystem>

#include "ci/gate/gate_result.hpp"
#include "ci/gate/programs/nvbench_trial.hpp"
#include "cli/gate/program_options.hpp"

namespace warpmark {

/// What `aa` and `selftest` ask of an nvbench executable.
gate::nvbench_trial open_nvbench(const nvbench_options& options, int device,
                                 const std::filesystem::path& rounds_file);

/// `selftest --nvbench`: slow-downs of 2, 3 and 5 % planted in recorded rounds, printed as a table
/// or as JSON. Exit status 1 if a point that is not slower is called a REGRESSION.
int selftest_nvbench(const nvbench_options& options, int device,
                     const std::filesystem::path& rounds_file, std::uint64_t seed, bool as_json);

}  // namespace warpmark
