#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ci/gate/programs/nvbench_command.hpp"
#include "ci/gate/programs/nvbench_file.hpp"

namespace warpmark::gate {

/// How a process of an nvbench executable ended.
struct nvbench_ending {
  std::optional<nvbench_result> result;  ///< Empty if it did not end well …
  std::string why;  ///< … and why: "was killed by signal 11 (Segmentation fault) at copy […]".
  double seconds = 0;
};

/// Runs an nvbench executable in a fresh process for at most `limit_s` and reads what it wrote.
/// `scratch` is a folder for its files, which are removed. Throws std::system_error only if no
/// process or file can be created.
nvbench_ending run_nvbench(const std::filesystem::path& program, const nvbench_selection& selection,
                           const nvbench_terms& terms, double limit_s,
                           const std::filesystem::path& scratch);

}  // namespace warpmark::gate
