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

std::string summary_file(const std::string& asked) {
  if (asked == "none") return "";
  if (asked != "auto") return asked;
  const char* given = std::getenv("GITHUB_STEP_SUMMARY");
  return given == nullptr ? "" : given;
}

void append_summary(const std::string& file, const gate_result& gate_result) {
  // Head and foot take up to half of it; the runner's limit leaves room for it above ours.
  constexpr std::size_t least = 40'000;
  std::error_code none_yet;
  const auto there = std::filesystem::file_size(file, none_yet);
  const std::size_t taken = none_yet ? 0 : static_cast<std::size_t>(there);
  const std::size_t left = taken < max_summary_bytes ? max_summary_bytes - taken : 0;
  std::ofstream out(file, std::ios::binary | std::ios::app);
  out << markdown_within(as_read_back(gate_result), std::max(left, least));
  out.close();
  if (!out) throw usage_error(fmt::format("--summary {}: cannot be written", file));
}

}  // namespace warpmark::gate
