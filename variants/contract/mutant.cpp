#include "variants/contract/mutant.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace warpmark {
namespace {

// "reduce::tree_sequential" becomes "reduce::mutants::tree_sequential", wherever it is a complete
// name.
void move_to_mutants(std::string& expression, const std::string& name) {
  const auto is_part = [&](std::size_t at) {
    return at < expression.size() &&
           (std::isalnum(static_cast<unsigned char>(expression[at])) != 0 || expression[at] == '_');
  };
  const std::size_t last = name.rfind("::") + 2;
  for (auto at = expression.find(name); at != std::string::npos; at = expression.find(name, at + 1))
    if (!is_part(at + name.size())) expression.insert(at + last, "mutants::");
}

void replace_kernels(launch_plan& plan, const std::string& name, const std::string& file) {
  for (auto& kernel : plan.kernels) {
    const std::string before = kernel.expression;
    move_to_mutants(kernel.expression, name);
    if (kernel.expression != before) kernel.file = file;
  }
}

}  // namespace

variant mutant_of(variant sound, mutant_case shown) {
  variant result = std::move(sound);
  result.title = fmt::format("{}, with a published fault", result.title);
  result.summary =
      fmt::format("As {} except for its fault. {}", result.path(), shown.fault.sentence);
  result.source = std::move(shown.source);
  result.default_problem = std::move(shown.problem);
  for (auto& along : result.axes) {
    along.swept = false;
    for (const auto& [name, value] : shown.config)
      if (along.name == name) along.base = value;
  }
  std::erase_if(result.predictions, [&](const counter_prediction& prediction) {
    const auto& by = shown.fault.caught_by;
    return std::find(by.begin(), by.end(), prediction.metric) == by.end();
  });
  if (!shown.replaced.empty())
    result.plan = [sound_plan = std::move(result.plan), name = shown.replaced,
                   file = fmt::format("{}/mutants/{}.cuh", result.family, shown.name)](
                      const problem& problem, const config& config, const device_limits& limits) {
      launch_plan plan = sound_plan(problem, config, limits);
      replace_kernels(plan, name, file);
      return plan;
    };
  shown.fault.sound = result.path();
  result.name = "mutants/" + shown.name;
  result.mutant = std::move(shown.fault);
  return result;
}

void change_launches(launch_plan& plan, const std::function<void(launch_step&)>& change) {
  for (auto& step : plan.steps) {
    if (auto* launch = std::get_if<launch_step>(&step)) change(*launch);
    if (auto* series = std::get_if<launch_series>(&step))
      series->at = [at = std::move(series->at), change](std::uint64_t number) {
        launch_step launch = at(number);
        change(launch);
        return launch;
      };
  }
}

}  // namespace warpmark
