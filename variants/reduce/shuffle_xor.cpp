// R15: registers instead of shared memory within a warp.

#include <fmt/format.h>

#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/plan_builder.hpp"

namespace warpmark::reduce {

namespace {

block_pass pass_of(const config& how) {
  const auto block = static_cast<std::uint32_t>(how.integer("block"));
  const auto items = static_cast<std::uint32_t>(how.integer("items"));
  return {"shuffle_two_level",
          {fmt::to_string(block), fmt::to_string(items), "warp::exchange_xor",
           how.text("second_level") == "all" ? "true" : "false"},
          block,
          items};
}

}  // namespace

variant shuffle_xor() {
  return {
      .family = "reduce",
      .name = "shuffle_xor",
      .rung = 15,
      .catalogue_id = "R15",
      .title = "two-level warp shuffle, xor (butterfly)",
      .summary =
          "As shuffle_two_level, but lanes swap with lane ^ d, so that every lane holds the warp's "
          "result after five steps. The instruction count is the same; the butterfly saves a "
          "broadcast wherever all lanes need the result.",
      .source = "seed 002 (lecture), 44:27",
      .types = every_type(),
      .axes = {block_axis(false),
               items_axis(),
               {.name = "second_level",
                .summary = "which warps fold the warps' results",
                .values = {"first", "all"},
                .base = "first"}},
      .costs = {.bytes = "N*s + G*s a pass",
                .operations = "5*B/32 + 5 shuffles and adds a block",
                .synchronisation = "1 barrier a block"},
      .defects = {{"shuffles, a block (second_level=first)", "5*B/32 + 5"},
                  {"block_barriers, a block", "1"}},
      .plan =
          [](const problem& asked, const config& how, const device_limits&) {
            plan_builder plan(asked);
            add_passes(plan, pass_of(how), plan.input(), plan.n());
            return plan.take();
          },
      .rounding_depth =
          [](const problem& asked, const config& how, const device_limits&) {
            const block_pass pass = pass_of(how);
            return passes_rounding_depth(static_cast<std::uint64_t>(asked.integer("n")), pass.block,
                                         pass.items, 10);
          },
  };
}

}  // namespace warpmark::reduce
