#include "tuning/replay/replay_evaluator.hpp"

#include <fmt/format.h>

#include "tuning/live/line_trial.hpp"

namespace warpmark::tuning {

journal::json missing_line(const point& point, const recorded_points& record) {
  const family& contract = *point.variant->contract;
  measurement lacking{.point = point, .backend = "replay", .status = point_status::skipped};
  lacking.reason = fmt::format("{} has no measurement of this point",
                               record.manifest().at("recorded").value("file", "the record"));
  lacking.bytes = contract.compulsory_bytes(point.problem);
  lacking.operations = contract.operations(point.problem);
  return journal::measurement_line(lacking);
}

std::vector<trial> replay_evaluator::measure(const std::vector<point>& points,
                                             const measuring_options& /*how*/,
                                             const trial_label& label) {
  std::vector<trial> trials;
  for (const point& point : points) {
    auto line = record_.measurement(point, label);
    if (!line) {
      ++missing_;
      line = missing_line(point, record_);
    }
    (*line)["tuning"] = {{"phase", label.phase}};
    if (label.round > 0) (*line)["tuning"]["round"] = label.round;
    if (append_) append_(*line);
    trials.push_back(trial_of(point, *line, objective_));
  }
  return trials;
}

}  // namespace warpmark::tuning
