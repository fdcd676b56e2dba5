#include "ci/gate/formats/step_summary.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "ci/gate/formats/json_file.hpp"
#include "ci/gate/formats/writers.hpp"

namespace warpmark::gate {

std::string summary_file(const std::string& option) {
  if (option == "none") return "";
  if (option != "auto") return option;
  const char* given = std::getenv("GITHUB_STEP_SUMMARY");
  return given == nullptr ? "" : given;
}

void append_summary(const std::string& file, const gate_result& gate_result) {
  // Head and foot take up to half of it. It fits between our limit and the runner's.
  constexpr std::size_t min_bytes = 40'000;
  std::error_code none_yet;
  const auto there = std::filesystem::file_size(file, none_yet);
  const std::size_t taken = none_yet ? 0 : static_cast<std::size_t>(there);
  const std::size_t left = taken < max_summary_bytes ? max_summary_bytes - taken : 0;
  std::ofstream out(file, std::ios::binary | std::ios::app);
  out << markdown_within(as_read_back(gate_result), std::max(left, min_bytes));
  out.close();
  if (!out) throw usage_error(fmt::format("--summary {}: cannot be written", file));
}

}  // namespace warpmark::gate
