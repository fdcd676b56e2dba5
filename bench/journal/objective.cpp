#include "bench/journal/objective.hpp"

namespace warpmark::journal {

std::optional<objective> objective_of(const json& line) {
  if (line.contains("times_ns")) {
    const json& times = line.at("times_ns");
    return objective{.ns = times.at("median").get<double>(),
                     .lo_ns = times.at("ci_lo").get<double>(),
                     .hi_ns = times.at("ci_hi").get<double>(),
                     .measured = true};
  }
  if (!line.contains("modelled_time_ns")) return std::nullopt;
  const double ns = line.at("modelled_time_ns").get<double>();
  if (!(ns > 0)) return std::nullopt;
  return objective{.ns = ns, .lo_ns = ns, .hi_ns = ns, .measured = false};
}

}  // namespace warpmark::journal
