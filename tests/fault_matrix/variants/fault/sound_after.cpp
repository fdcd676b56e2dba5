#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

// Follows the faulty variant among the points of a problem.
variant sound_after() {
  variant result = faulty("sound_after", "adds one, as it should", {}, 3);
  result.axes = {{.name = "block",
                  .summary = "threads per block",
                  .values = {std::int64_t{32}, std::int64_t{64}, std::int64_t{128}},
                  .base = std::int64_t{64},
                  .swept = true,
                  .min = 32,
                  .max = 1024}};
  result.plan = [](const problem& problem, const config& config, const device_limits&) {
    return plan_of({.file = "sound",
                    .expression = "sound<1>",
                    .block = static_cast<std::uint32_t>(config.integer("block"))},
                   problem);
  };
  return result;
}

}  // namespace warpmark::fault
