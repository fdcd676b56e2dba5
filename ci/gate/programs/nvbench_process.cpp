#include "ci/gate/programs/nvbench_process.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "base/processes/child_process.hpp"
#include "base/usage_error.hpp"
#include "bench/sampling/stopwatch.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_shown = 300;

std::string_view last_line_with(std::string_view text, std::string_view mark) {
  const auto at = text.rfind(mark);
  if (at == std::string_view::npos) return {};
  const auto end = text.find('\n', at);
  return text.substr(at, end == std::string_view::npos ? end : end - at).substr(0, max_shown);
}

std::string_view last_line(std::string_view text) {
  const auto end = text.find_last_not_of(" \r\n\t");
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end + 1);
  const auto begin = text.rfind('\n');
  return text.substr(begin == std::string_view::npos ? 0 : begin + 1).substr(0, max_shown);
}

// nvbench logs "Run:  [3/15] copy [Device=0 Elements=2^20]" before each point.
std::string where_it_was(const processes::child_outcome& outcome) {
  const auto line = last_line_with(outcome.out, "Run:");
  return line.empty() ? "" : fmt::format(" at \"{}\"", line);
}

std::string fault_of(const processes::child_outcome& outcome, double limit_s) {
  if (outcome.timed_out)
    return fmt::format("took longer than {:.3g} s{}", limit_s, where_it_was(outcome));
  if (outcome.status == 127) return "cannot be started: no such program, or it is not executable";
  const auto said = last_line(outcome.errors.empty() ? outcome.out : outcome.errors);
  const std::string also = said.empty() ? "" : fmt::format(": {}", said);
  if (outcome.status > 128)
    return fmt::format("was killed by signal {} ({}){}{}", outcome.status - 128,
                       strsignal(outcome.status - 128), where_it_was(outcome), also);
  return fmt::format("ended with exit status {}{}{}", outcome.status, where_it_was(outcome), also);
}

}  // namespace

nvbench_ending run_nvbench(const fs::path& program, const nvbench_selection& selection,
                           const nvbench_terms& terms, double limit_s, const fs::path& scratch) {
  const fs::path folder = scratch / "nvbench";
  fs::remove_all(folder);
  fs::create_directory(folder);
  const fs::path json = folder / "samples.json";
  const stopwatch since_start;
  const auto outcome = processes::run_child(
      nvbench_command(program, selection, terms, json), {},
      std::chrono::milliseconds(static_cast<std::int64_t>(std::min(limit_s, 1e6) * 1000)));
  nvbench_ending ending{.seconds = since_start.seconds()};
  if (outcome.timed_out || outcome.status != 0) {
    ending.why = fault_of(outcome, limit_s);
  } else {
    try {
      ending.result = read_nvbench_file(json);
    } catch (const usage_error& error) {
      ending.why = fmt::format("did not write what nvbench writes: {}", error.what());
    }
  }
  fs::remove_all(folder);
  return ending;
}

}  // namespace warpmark::gate
