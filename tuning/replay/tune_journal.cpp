#include "tuning/replay/tune_journal.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpmark::tuning {
namespace {

// Integers as numbers and all else as text, following the journal's schema.
journal::json parameter_of(const axis_value& value) {
  const bool is_integer =
      value.number && value.text.find_first_not_of("-0123456789") == std::string::npos;
  if (is_integer) return static_cast<std::int64_t>(*value.number);
  return value.text;
}

journal::json config_of(const recorded_space& recorded, config_index index) {
  journal::json config = journal::json::object();
  const auto levels = recorded.configs.at(index);
  for (std::size_t axis = 0; axis < levels.size(); ++axis) {
    const auto& along = recorded.configs.axes()[axis];
    config[along.name] = parameter_of(along.values[levels[axis]]);
  }
  return config;
}

journal::json problem_of(const recorded_space& recorded) {
  journal::json problem = journal::json::object();
  for (const auto& [name, text] : recorded.record_subject.problem)
    problem[name] = parameter_of(axis_value_of(text));
  return problem;
}

// One recorded time with unknown spread.
journal::json times_of(double time_ns) {
  return {{"n", 1},          {"median", time_ns}, {"ci_lo", time_ns}, {"ci_hi", time_ns},
          {"mean", time_ns}, {"min", time_ns},    {"p05", time_ns},   {"p95", time_ns}};
}

}  // namespace

tune_journal::tune_journal(const std::filesystem::path& path, const recorded_space& recorded,
                           const std::vector<std::string>& argv, std::uint64_t seed,
                           std::optional<std::size_t> planned_evaluations)
    : recorded_(recorded), writer_(path, journal::writer::mode::create) {
  card recorded_on;
  recorded_on.name = recorded.record_subject.device;
  recorded_on.compute_capability = recorded_on.limits.architecture = "unknown";
  recorded_on.limits.multiprocessors = 0;
  auto manifest = journal::manifest_line(
      {.argv = argv,
       .backend = "replay",
       .devices = {recorded_on},
       .seed = seed,
       .exact = true,
       .ceilings = {{}},
       .planned_points = static_cast<std::size_t>(std::min<std::uint64_t>(
           planned_evaluations.value_or(recorded.configs.count()), recorded.configs.count()))});
  manifest["contract"] = {{"interval", "none: one recorded time per config"},
                          {"clock", "recorded"}};
  writer_.append(manifest);
}

void tune_journal::append(const evaluation& now) {
  const auto& record_subject = recorded_.record_subject;
  journal::json line = {
      {"event", "measurement"},
      {"key", fmt::format("{}[{}]", recorded_.name, recorded_.configs.text(now.config))},
      {"family", record_subject.family},
      {"variant", record_subject.variant},
      {"problem", problem_of(recorded_)},
      {"config", config_of(recorded_, now.config)},
      {"is_base", recorded_.base == now.config},
      {"backend", "replay"},
      {"status", now.result.time ? "ok" : "failed"}};
  if (now.result.time)
    line["times_ns"] = times_of(*now.result.time * recorded_.unit_ns());
  else
    line["reason"] = now.result.reason;
  line["wall_s"] = now.result.cost_s;
  writer_.append(line);
  ++ended_.counts[line["status"].get<std::string>()];
  ended_.wall_s += now.result.cost_s;
}

void tune_journal::end(const journal::json& result) {
  ended_.complete = true;
  auto line = journal::end_line(ended_);
  line["tuning"] = result;
  writer_.append(line);
}

}  // namespace warpmark::tuning
