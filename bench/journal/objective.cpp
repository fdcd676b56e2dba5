#include "bench/journal/objective.hpp"

#include <string>

namespace warpmark::journal {
namespace {

constexpr double nano = 1e-9;

std::optional<objective> time_of(const json& line) {
  if (line.contains("times_ns")) {
    const json& times = line.at("times_ns");
    return objective{.value = times.at("median").get<double>(),
                     .lo = times.at("ci_lo").get<double>(),
                     .hi = times.at("ci_hi").get<double>(),
                     .measured = true};
  }
  if (!line.contains("modelled_time_ns")) return std::nullopt;
  const double ns = line.at("modelled_time_ns").get<double>();
  if (!(ns > 0)) return std::nullopt;
  return objective{.value = ns, .lo = ns, .hi = ns, .measured = false};
}

std::optional<objective> energy_of(const json& line) {
  if (!line.contains("energy")) return std::nullopt;
  const json& energy = line.at("energy");
  return objective{.value = energy.at("joules").get<double>() / nano,
                   .lo = energy.at("ci_lo").get<double>() / nano,
                   .hi = energy.at("ci_hi").get<double>() / nano,
                   .measured = true};
}

}  // namespace

std::string_view name(objective_kind kind) {
  switch (kind) {
    case objective_kind::time:
      return "time";
    case objective_kind::energy:
      return "energy";
    case objective_kind::edp:
      break;
  }
  return "edp";
}

std::string_view shown_unit(objective_kind kind) {
  switch (kind) {
    case objective_kind::time:
      return "us";
    case objective_kind::energy:
      return "uJ";
    case objective_kind::edp:
      break;
  }
  return "uJ s";
}

std::optional<objective_kind> objective_kind_of(std::string_view name) {
  for (const auto kind : {objective_kind::time, objective_kind::energy, objective_kind::edp})
    if (name == journal::name(kind)) return kind;
  return std::nullopt;
}

objective_kind objective_of_journal(const json& manifest) {
  if (!manifest.contains("contract") || !manifest.at("contract").is_object())
    return objective_kind::time;
  const json named = manifest.at("contract").value("objective", json());
  if (!named.is_string()) return objective_kind::time;
  return objective_kind_of(named.get<std::string>()).value_or(objective_kind::time);
}

std::optional<objective> objective_of(const json& line, objective_kind kind) {
  if (kind == objective_kind::time) return time_of(line);
  const auto energy = energy_of(line);
  if (!energy || kind == objective_kind::energy) return energy;
  const auto time = time_of(line);
  if (!time || !time->measured) return std::nullopt;
  return objective{.value = energy->value * time->value * nano,
                   .lo = energy->lo * time->lo * nano,
                   .hi = energy->hi * time->hi * nano,
                   .measured = true};
}

}  // namespace warpmark::journal
