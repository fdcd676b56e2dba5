// R1: n operations by one thread. The baseline of the ladder.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/predictions.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

std::optional<std::uint64_t> loads_of_one_thread(const problem& problem, const config&) {
  return static_cast<std::uint64_t>(problem.integer("n"));
}

}  // namespace

variant serial_thread() {
  return {
      .family = "reduce",
      .name = "serial_thread",
      .level = 1,
      .catalogue_id = "R1",
      .title = "one thread, n - 1 operations",
      .summary =
          "The classical loop on one thread of the device: the bottom of the ladder, to which "
          "every other level is compared. It uses one of the device's hundreds of thousands of "
          "resident threads, so its time is n memory and add latencies, less what the unrolled "
          "loads overlap. The other threads of the block exit at once: block size must not matter, "
          "which makes this a control for the harness itself.",
      .source = "lecture-2019, 01:56",
      .types = all_element_types(),
      .axes = {block_axis(false),
               {.name = "unroll",
                .summary = "loop iterations unrolled, whose loads may overlap",
                .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8},
                           std::int64_t{16}},
                .base = std::int64_t{4},
                .min = 1,
                .max = 64}},
      .costs = {.bytes = "N*s", .operations = "N, by one thread", .synchronisation = "none"},
      .predictions = {one_launch(),
                      {"global_load_requests", "N: a warp loads for one lane", loads_of_one_thread},
                      {"global_load_sectors", "N, of which N*s/32 would do", loads_of_one_thread}},
      .reproducible = determinism::gpu_to_gpu,
      .plan =
          [](const problem& problem, const config& config, const device_limits&) {
            plan_builder plan(problem);
            plan.launch(templates::serial_thread{.unroll = config.integer("unroll")}, 1,
                        static_cast<std::uint32_t>(config.integer("block")), plan.input(),
                        plan.output(), plan.n());
            return plan.take();
          },
      .rounding_depth =
          [](const problem& problem, const config&, const device_limits&) {
            return static_cast<double>(problem.integer("n"));
          },
  };
}

}  // namespace warpmark::reduce
