#include "bench/space/plan_check.hpp"

#include "base/declared_registers.hpp"

namespace warpmark {

std::optional<model::launch_error> check_launches(const launch_plan& plan,
                                                  const device_limits& limits) {
  const auto of_launch = [&](const launch_step& launch) {
    return model::check_launch(launch.shape,
                               declared_registers(plan.kernels.at(launch.kernel).options), limits);
  };
  for (const auto& step : plan.steps) {
    std::optional<model::launch_error> found;
    if (const auto* launch = std::get_if<launch_step>(&step)) found = of_launch(*launch);
    if (const auto* series = std::get_if<launch_series>(&step); series && series->count > 0) {
      found = of_launch(series->at(0));
      if (!found) found = of_launch(series->at(series->count - 1));
    }
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace warpmark
