#include "cli/run/profile_option.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "cli/open_backend.hpp"

namespace warpmark {
namespace {

constexpr std::size_t max_metrics = 256;
constexpr std::size_t max_name_length = 256;

bool is_name(const std::string& text) {
  return !text.empty() && text.size() <= max_name_length &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; });
}

void require_counters(const std::string& text, const std::string& machine) {
  if (machine == "cuda") return;
  const char* why = machine == "simt"
                        ? "the interpreter counts exactly without it (`counters` of the journal)"
                        : "only cards have hardware counters";
  throw usage_error(
      fmt::format("--profile {} on backend {}: {}; {}", text, machine, why, expected_card()));
}

}  // namespace

std::vector<std::string> profiled_metrics(const std::string& text, const std::string& machine) {
  if (text.empty()) return {};
  require_counters(text, machine);
  std::vector<std::string> metrics;
  // A comma at the end is one too many, which getline does not tell.
  std::istringstream parts(text + (text.back() == ',' ? "," : ""));
  for (std::string part; std::getline(parts, part, ',');) {
    if (!is_name(part))
      throw usage_error(
          fmt::format("--profile {}: '{}' is no metric; expected names such as "
                      "smsp__inst_executed.sum, separated by commas, or default",
                      text, part));
    metrics.push_back(part);
  }
  if (metrics.size() > max_metrics)
    throw usage_error(
        fmt::format("--profile: {} metrics; expected at most {}", metrics.size(), max_metrics));
  return metrics;
}

}  // namespace warpmark
