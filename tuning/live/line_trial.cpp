#include "tuning/live/line_trial.hpp"

namespace warpmark::tuning {
namespace {

std::string why_no_value(const journal::json& line, journal::objective_kind objective) {
  if (objective == journal::objective_kind::time) return "it has no modelled time";
  return "it has no energy: " + line.value("no_energy", "it was not measured");
}

}  // namespace

trial trial_of(const point& point, const journal::json& line, journal::objective_kind objective) {
  trial result{
      .point = point,
      .status = line.at("status").get<std::string>(),
      .reason = line.value("reason", ""),
      .time_ns = {},
      .beaten = line.value("stop_reason", "") == "beaten",
      .busy_s = line.value("busy_ns", 0.0) * 1e-9,
      .interpreted_instructions = line.value("interpreted_instructions", std::uint64_t{0})};
  if (result.status != "ok") return result;
  if (const auto found = journal::objective_of(line, objective)) {
    result.time_ns = found->value;
    result.lo_ns = found->lo;
    result.hi_ns = found->hi;
  } else {
    result.status = "skipped";
    result.reason = why_no_value(line, objective);
  }
  return result;
}

}  // namespace warpmark::tuning
