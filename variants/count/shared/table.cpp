#include "variants/count/shared/table.hpp"

#include <limits>

namespace warpmark::count {

std::uint64_t last_counted(const problem& problem) {
  return is_dense(problem) ? static_cast<std::uint64_t>(problem.integer("bins")) - 1
                           : std::numeric_limits<std::uint64_t>::max();
}

constraint few_keys_to_interpret() {
  return {"interpreted: n at most 4100, since its work grows faster than n",
          [](const problem& problem, const config&, const device_limits& limits) {
            return !limits.interpreted || problem.integer("n") <= 4100;
          }};
}

appended_table add_appended_table(plan_builder& plan) {
  plan.clear_output();
  return {plan.output(), plan.zeroed("used", sizeof(std::uint32_t))};
}

}  // namespace warpmark::count
