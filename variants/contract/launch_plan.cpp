#include "variants/contract/launch_plan.hpp"

#include <algorithm>

namespace warpmark {
namespace {

// Calls `visit` with each launch, in order, until it returns false.
template <class F>
void visit_launches(const launch_plan& plan, F&& visit) {
  for (const auto& step : plan.steps) {
    if (const auto* launch = std::get_if<launch_step>(&step)) {
      if (!visit(*launch)) return;
    } else if (const auto* series = std::get_if<launch_series>(&step)) {
      for (std::uint64_t i = 0; i < series->count; ++i)
        if (!visit(series->at(i))) return;
    }
  }
}

bool is_dependent(const plan_step& step) {
  if (const auto* series = std::get_if<launch_series>(&step))
    return series->count > 0 && series->at(0).shape.programmatic;
  const auto* launch = std::get_if<launch_step>(&step);
  return launch != nullptr && launch->shape.programmatic;
}

}  // namespace

bool has_dependent_launch(const launch_plan& plan) {
  return std::any_of(plan.steps.begin(), plan.steps.end(), [](const plan_step& step) {
    const auto* series = std::get_if<launch_series>(&step);
    return is_dependent(step) ||
           (series != nullptr && series->count > 1 && series->at(1).shape.programmatic);
  });
}

bool begins_with_dependent_launch(const launch_plan& plan) {
  return !plan.steps.empty() && is_dependent(plan.steps.front());
}

std::uint64_t launch_count(const launch_plan& plan) {
  std::uint64_t count = 0;
  for (const auto& step : plan.steps)
    if (const auto* series = std::get_if<launch_series>(&step))
      count += series->count;
    else
      count += std::holds_alternative<launch_step>(step) ? 1 : 0;
  return count;
}

std::optional<launch_step> first_launch(const launch_plan& plan, std::size_t index) {
  std::optional<launch_step> found;
  visit_launches(plan, [&](const launch_step& launch) {
    if (launch.kernel == index) found = launch;
    return !found;
  });
  return found;
}

std::vector<std::size_t> launched_kernels(const launch_plan& plan) {
  std::vector<std::size_t> kernels;
  visit_launches(plan, [&](const launch_step& launch) {
    kernels.push_back(launch.kernel);
    return true;
  });
  return kernels;
}

}  // namespace warpmark
