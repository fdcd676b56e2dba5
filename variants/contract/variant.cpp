#include "variants/contract/variant.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "variants/contract/family.hpp"

namespace warpmark {

counter_prediction one_launch() {
  return {"launches", "1", [](const problem&, const config&) { return 1; }};
}

constraint needs_architecture(int number) {
  return {fmt::format("its instructions need compute capability {}.{}", number / 10, number % 10),
          [number](const problem&, const config&, const device_limits& limits) {
            return limits.interpreted || limits.architecture_number() >= number;
          }};
}

std::string published_fault::catchers() const {
  return fmt::format("{}", fmt::join(caught_by, ", "));
}

std::string variant::unavailable_on(std::string_view backend) const {
  if (std::find(backends.begin(), backends.end(), backend) == backends.end())
    return fmt::format("runs on backend {}, not on {}", fmt::join(backends, " and "), backend);
  return missing();
}

std::vector<axis> variant::problem_axes() const {
  std::vector<axis> result = contract->axes;
  for (const auto& [axis_name, value] : default_problem)
    for (auto& along : result)
      if (along.name == axis_name) along.base = value;
  if (mutant)
    for (auto& along : result) along.swept = false;
  return result;
}

determinism determinism_of(const variant& variant, const problem& problem) {
  const bool is_determined =
      variant.contract != nullptr && variant.contract->has_one_result(problem);
  return is_determined ? determinism::gpu_to_gpu : variant.reproducible;
}

determinism lowest_determinism(const variant& variant) {
  problem problem;
  for (const auto& along : variant.problem_axes()) problem.set(along.name, along.base);
  std::vector<std::string> operators = variant.operators;
  if (operators.empty())
    for (const auto& along : variant.contract->axes)
      if (along.name == "op")
        for (const auto& value : along.values) operators.push_back(to_text(value));
  determinism lowest = determinism::gpu_to_gpu;
  const auto include = [&] {
    if (variant.contract->problem_error(problem).empty())
      lowest = std::min(lowest, determinism_of(variant, problem));
  };
  for (const auto type : variant.types) {
    problem.set("type", std::string(name(type)));
    if (operators.empty()) include();
    for (const auto& op : operators) {
      problem.set("op", op);
      include();
    }
  }
  return lowest;
}

}  // namespace warpmark
