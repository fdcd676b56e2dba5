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
            return (limits.interpreted && !limits.is_of_named_card) ||
                   limits.architecture_number() >= number;
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

}  // namespace warpmark
