#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tuning/live/evaluator.hpp"

namespace warpmark::tuning {

/// Returns times from a function instead of a machine.
class simulated_evaluator : public evaluator {
 public:
  /// The time of a point in ns, given the round of the finals from 1, else 0. nullopt: it is wrong.
  std::function<std::optional<double>(const point&, std::size_t round)> takes;

  /// How many instructions the interpreter issues for a point; null: it is not interpreted.
  std::function<std::uint64_t(const point&)> interprets;

  std::vector<point> points;     ///< All, in order.
  std::set<std::string> phases;  ///< Of all labels.
  std::size_t starts = 0;
  std::set<std::string>
      expected;              ///< Keys that were announced as likely before they were requested.
  std::size_t foreseen = 0;  ///< Number of points that were announced.

  std::vector<trial> measure(const std::vector<point>& requested,
                             const measuring_options& measuring_options,
                             const trial_label& label) override {
    phases.insert(label.phase);
    std::vector<trial> trials;
    for (const point& point : requested) {
      points.push_back(point);
      foreseen += expected.count(point.key());
      trial came{.point = point,
                 .status = "ok",
                 .time_ns = takes(point, label.round),
                 .interpreted_instructions = interprets ? interprets(point) : 0};
      if (!came.time_ns) {
        came.status = "wrong";
        came.reason = "first execution: output[0] is 1, expected 2";
      } else {
        came.lo_ns = 0.995 * *came.time_ns;
        came.hi_ns = 1.005 * *came.time_ns;
        came.beaten =
            measuring_options.time_to_beat_ns && *came.time_ns > *measuring_options.time_to_beat_ns;
        came.busy_s = (came.beaten ? 6 : 30) * *came.time_ns * 1e-9;
      }
      trials.push_back(came);
    }
    return trials;
  }

  void expect(const std::vector<point>& likely) override {
    for (const point& point : likely) expected.insert(point.key());
  }

  void start_afresh() override { ++starts; }

  std::map<std::string, std::size_t> asked_by_variant() const {
    std::map<std::string, std::size_t> counts;
    for (const point& point : points) ++counts[point.variant->name];
    return counts;
  }
};

}  // namespace warpmark::tuning
