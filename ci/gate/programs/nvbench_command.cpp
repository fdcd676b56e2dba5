#include "ci/gate/programs/nvbench_command.hpp"

#include <fmt/format.h>

namespace warpmark::gate {

std::vector<std::string> nvbench_command(const std::filesystem::path& program,
                                         const nvbench_selection& selection,
                                         const nvbench_terms& terms,
                                         const std::filesystem::path& json) {
  // Not searched in PATH.
  const auto path = program.has_parent_path() ? program : "." / program;
  std::vector<std::string> words = {path.string(), "--jsonbin", json.string(), "--devices",
                                    std::to_string(terms.device)};
  // Before the first -b options hold for all benchmarks.
  for (const char* word : {"--no-batch", "--stopping-criterion", "stdrel", "--min-time", "1e-9",
                           "--max-noise", "1e9", "--min-samples"})
    words.emplace_back(word);
  words.push_back(std::to_string(terms.samples));
  words.insert(words.end(), {"--timeout", fmt::format("{:g}", terms.point_limit_s)});
  words.insert(words.end(), terms.extra.begin(), terms.extra.end());
  for (const auto& axis : selection.axes) words.insert(words.end(), {"-a", axis});
  for (const auto& benchmark : selection.benchmarks) {
    words.insert(words.end(), {"-b", benchmark.name});
    for (const auto& axis : benchmark.axes) words.insert(words.end(), {"-a", axis});
  }
  return words;
}

}  // namespace warpmark::gate
