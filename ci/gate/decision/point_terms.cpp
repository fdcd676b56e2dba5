#include "ci/gate/decision/point_terms.hpp"

#include <algorithm>
#include <cmath>
#include <fnmatch.h>
#include <vector>

#include <fmt/format.h>

#include "bench/core/usage_error.hpp"
#include "bench/statistics/quantile.hpp"

namespace warpmark::gate {
namespace {

std::string with_plain_brackets(const std::string& glob) {
  std::string escaped;
  for (const char c : glob) {
    if (c == '[' || c == ']') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

void apply(timing_settings& timing, const point_override& each) {
  for (const auto& [name, value] : each.timing) {
    if (!std::isfinite(value) || value < 0)
      throw usage_error(fmt::format("override of '{}': {} = {}; right would be a number from 0",
                                    each.match, name, value));
    if (name == "min_effect")
      timing.min_effect = value;
    else if (name == "floor_ns")
      timing.floor_ns = value;
    else if (name == "pass_margin")
      timing.pass_margin = value;
    else
      throw usage_error(fmt::format(
          "override of '{}': no term of timing is called '{}'; there are min_effect, floor_ns and "
          "pass_margin",
          each.match, name));
  }
}

}  // namespace

std::string path_of(const std::string& key) { return key.substr(0, key.find('[')); }

bool names(const point_override& override_, const std::string& key) {
  const std::string glob = with_plain_brackets(override_.match);
  return fnmatch(glob.c_str(), key.c_str(), 0) == 0 ||
         fnmatch(glob.c_str(), path_of(key).c_str(), 0) == 0;
}

point_terms terms_of(const timed_point& point, const gate_settings& settings) {
  timing_settings timing = settings.timing;
  for (const point_override& each : settings.overrides)
    if (names(each, point.key)) apply(timing, each);
  std::vector<double> base;
  for (const round_pair& pair : point.rounds)
    if (pair.discarded.empty()) base.push_back(pair.base.time_ns);
  const double floor = base.empty() ? 0 : timing.floor_ns / statistics::median(base);
  const double margin = std::max(timing.min_effect, floor);
  return {margin, std::max(timing.pass_margin, margin)};
}

}  // namespace warpmark::gate
