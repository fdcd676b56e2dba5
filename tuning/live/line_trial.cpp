#include "tuning/live/line_trial.hpp"

#include "bench/journal/objective.hpp"

namespace warpmark::tuning {

trial trial_of(const point& point, const journal::json& line) {
  trial result{.point = point,
               .status = line.at("status").get<std::string>(),
               .reason = line.value("reason", ""),
               .time_ns = {},
               .beaten = line.value("stop_reason", "") == "beaten",
               .busy_s = line.value("busy_ns", 0.0) * 1e-9};
  if (result.status != "ok") return result;
  if (const auto found = journal::objective_of(line)) {
    result.time_ns = found->ns;
    result.lo_ns = found->lo_ns;
    result.hi_ns = found->hi_ns;
  } else {
    result.status = "skipped";
    result.reason = "it has no modelled time";
  }
  return result;
}

}  // namespace warpmark::tuning
