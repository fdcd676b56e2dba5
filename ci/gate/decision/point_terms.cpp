#include "ci/gate/decision/point_terms.hpp"

#include <algorithm>
#include <vector>

#include "bench/statistics/quantile.hpp"
#include "ci/gate/settings/point_settings.hpp"

namespace warpmark::gate {

std::string path_of(const std::string& key) { return key.substr(0, key.find('[')); }

point_terms terms_of(const timed_point& point, const gate_settings& settings) {
  const timing_settings timing = settings_at(settings, point.key, path_of(point.key)).timing;
  std::vector<double> base;
  for (const round_pair& pair : point.rounds)
    if (pair.discarded.empty()) base.push_back(pair.base.time_ns);
  const double floor = base.empty() ? 0 : timing.floor_ns / statistics::median(base);
  const double margin = std::max(timing.min_effect, floor);
  return {margin, std::max(timing.pass_margin, margin)};
}

}  // namespace warpmark::gate
