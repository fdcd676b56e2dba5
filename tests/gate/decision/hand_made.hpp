#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "ci/gate/decision/decide.hpp"

namespace warpmark::gate {

inline constexpr const char* judged_key = "reduce/tree[n=1024][block=256]";

/// `count` pairs from round `first` on: head over base scatters by 0.1 % about 1 + `slowdown`, the
/// same in every run and about as much above as below. Points of different `phase` scatter
/// independently.
inline std::vector<round_pair> pairs_about(double slowdown, std::size_t first, std::size_t count,
                                           double base_ns = 1e6, double scatter = 0.001,
                                           std::size_t phase = 0) {
  constexpr double steps[] = {-1.0, 0.7, 0.2, -0.4, 0.5, 1.1, -0.8, -0.1, 0.3, -0.6, 0.9, -0.3};
  std::vector<round_pair> pairs;
  for (std::size_t i = 0; i < count; ++i) {
    // A step a round further on every cycle, so that no two pairs tie.
    const double step = steps[(i + 5 * phase) % 12] * (1 + 0.01 * static_cast<double>(i));
    round_pair pair;
    pair.base.time_ns = base_ns;
    pair.head.time_ns = base_ns * (1 + slowdown) * (1 + scatter * step);
    pair.base_first = i % 2 == 0;
    pair.round = first + i;
    pairs.push_back(pair);
  }
  return pairs;
}

/// A record of five screening rounds and, for points that have them, fifteen confirming ones.
class made_record {
 public:
  static constexpr std::size_t screened = 5;
  static constexpr std::size_t confirmed = 15;

  made_record() { record_.first_confirming = screened; }

  /// Adds a point that is this much slower in all its rounds; returns it for changes.
  timed_point& add(const std::string& key, double slowdown, bool confirm = true,
                   point_role role = point_role::candidate, double base_ns = 1e6) {
    timed_point point{.key = key, .family = key.substr(0, key.find('/')), .role = role};
    point.rounds = pairs_about(slowdown, 0, confirm ? screened + confirmed : screened, base_ns,
                               0.001, record_.points.size());
    record_.points.push_back(std::move(point));
    return record_.points.back();
  }

  void add_calibrators(std::size_t count = 10) {
    for (std::size_t i = 0; i < count; ++i)
      add("calibrators/equal[number=" + std::to_string(i) + "]", 0, true, point_role::calibrator);
  }

  timing_outcome decided(const gate_settings& settings = {}) const {
    return decide(record_, settings);
  }

  gate_finding only(const gate_settings& settings = {}) const {
    return decided(settings).findings.at(0);
  }

  timing_record& record() { return record_; }

 private:
  timing_record record_;
};

}  // namespace warpmark::gate
