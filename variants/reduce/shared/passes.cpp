#include "variants/reduce/shared/passes.hpp"

#include <cmath>

#include <fmt/format.h>

namespace warpmark::reduce {

variant made_of_passes(variant described, block_pass (*pass_of)(const config&),
                       double (*depth_of)(std::uint32_t block)) {
  described.plan = [pass_of](const problem& asked, const config& how, const device_limits&) {
    plan_builder plan(asked);
    add_passes(plan, pass_of(how), plan.input(), plan.n());
    return plan.take();
  };
  described.rounding_depth = [pass_of, depth_of](const problem& asked, const config& how,
                                                 const device_limits&) {
    const block_pass pass = pass_of(how);
    return passes_rounding_depth(static_cast<std::uint64_t>(asked.integer("n")), pass.block,
                                 pass.items, depth_of(pass.block));
  };
  return described;
}

double tree_depth(std::uint32_t block) { return std::log2(block); }

double two_level_depth(std::uint32_t) { return 10; }

block_pass shuffle_pass(const config& how, const std::string& exchange) {
  const auto block = static_cast<std::uint32_t>(how.integer("block"));
  const auto items = static_cast<std::uint32_t>(how.integer("items"));
  return {"shuffle_two_level",
          {fmt::to_string(block), fmt::to_string(items), exchange,
           how.text("second_level") == "every" ? "true" : "false"},
          block,
          items};
}

axis second_level_axis() {
  return {.name = "second_level",
          .summary = "which warps fold the warps' results",
          .values = {"first", "every"},
          .base = "first"};
}

}  // namespace warpmark::reduce
