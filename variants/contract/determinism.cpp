#include "variants/contract/determinism.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "variants/contract/family.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark {
namespace {

// The values of a problem axis that decide whether a result is determined; of others, the base.
std::vector<parameter_value> choices_along(const axis& along, const variant& variant) {
  std::vector<parameter_value> choices;
  if (along.name == "type") {
    for (const auto type : variant.types) choices.emplace_back(std::string(name(type)));
    return choices;
  }
  if (along.name == "op" && !variant.operators.empty())
    return {variant.operators.begin(), variant.operators.end()};
  if (along.name == "op" || along.name == "payload") return along.values;
  for (const auto& own : variant.problem_axes())
    if (own.name == along.name) choices.push_back(own.base);
  return choices;
}

}  // namespace

determinism determinism_of(const variant& variant, const problem& problem) {
  const bool is_determined =
      variant.contract != nullptr && variant.contract->has_one_result(problem);
  return is_determined ? determinism::gpu_to_gpu : variant.reproducible;
}

determinism lowest_determinism(const variant& variant) {
  problem problem;
  for (const auto& along : variant.problem_axes()) problem.set(along.name, along.base);
  determinism lowest = determinism::gpu_to_gpu;
  const auto& axes = variant.contract->axes;
  const auto walk = [&](auto&& self, std::size_t axis) -> void {
    if (axis < axes.size()) {
      for (const auto& value : choices_along(axes[axis], variant)) {
        problem.set(axes[axis].name, value);
        self(self, axis + 1);
      }
    } else if (variant.contract->problem_error(problem).empty()) {
      lowest = std::min(lowest, determinism_of(variant, problem));
    }
  };
  walk(walk, 0);
  return lowest;
}

}  // namespace warpmark
