#include "variants/contract/determinism.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "variants/contract/family.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark {

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
