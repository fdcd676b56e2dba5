#include "variants/contract/dependent_launches.hpp"

#include <utility>

namespace warpmark {
namespace {

bool launches(const plan_step& step) {
  if (const auto* series = std::get_if<launch_series>(&step)) return series->count > 0;
  return std::holds_alternative<launch_step>(step);
}

launch_step overlapping(launch_step step) {
  step.shape.programmatic = !step.shape.cooperative;
  return step;
}

void overlap(plan_step& step, bool follows_launch) {
  if (auto* launch = std::get_if<launch_step>(&step)) {
    if (follows_launch) *launch = overlapping(std::move(*launch));
  } else if (auto* series = std::get_if<launch_series>(&step)) {
    series->at = [at = std::move(series->at), follows_launch](std::uint64_t number) {
      return follows_launch || number > 0 ? overlapping(at(number)) : at(number);
    };
  }
}

}  // namespace

void overlap_launches(launch_plan& plan) {
  bool follows_launch = plan.restore.empty();
  if (!plan.steps.empty()) follows_launch = follows_launch && launches(plan.steps.back());
  for (plan_step& step : plan.steps) {
    overlap(step, follows_launch);
    follows_launch = launches(step);
  }
}

axis pdl_axis() {
  return {.name = "pdl",
          .summary =
              "programmatic dependent launch: a kernel may begin before the kernel before it "
              "has ended",
          .values = {"off", "on"},
          .base = "off"};
}

constraint pdl_is_supported() {
  return {"pdl=on: programmatic dependent launch needs compute capability 9.0",
          [](const problem&, const config& config, const device_limits& limits) {
            return config.text("pdl") == "off" || has_dependent_launches(limits);
          }};
}

launch_plan with_pdl(launch_plan plan, const config& config) {
  if (config.text("pdl") == "on") overlap_launches(plan);
  return plan;
}

variant with_dependent_launches(variant described) {
  described.axes.push_back(pdl_axis());
  described.constraints.push_back(pdl_is_supported());
  described.plan = [serial = std::move(described.plan)](
                       const problem& problem, const config& config, const device_limits& limits) {
    return with_pdl(serial(problem, config, limits), config);
  };
  return described;
}

}  // namespace warpmark
