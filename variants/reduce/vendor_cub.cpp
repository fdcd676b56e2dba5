// R22: the library that every other variant is compared with.

#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/vendor/cub_call.hpp"

namespace warpmark::reduce {

namespace {

launch_plan plan_cub(const vendor::installed_cub& cub, const problem& problem) {
  plan_builder plan(problem);
  const auto reduction = [problem, &cub] {
    return vendor::found(cub, cub.library().reduction(problem.text("type"), problem.text("op")),
                         "reduction");
  };
  vendor::add_cub_step(plan, cub,
                       {.name = "cub::DeviceReduce::Reduce",
                        .buffers = {plan.input_argument(), {plan.output()}},
                        .call = [reduction, n = plan.n()](const vendor::cub_context& with) {
                          return reduction()(with.temporary, with.temporary_bytes,
                                             with.buffers[0].address, with.buffers[1].address, n,
                                             with.stream);
                        }});
  return plan.take();
}

// CUB publishes no bound. Its grid holds at least one block of 128 threads per multiprocessor if
// there is enough work; a second kernel of one block reduces the blocks' results.
double depth_of_cub(const problem& problem, const config&, const device_limits& limits) {
  constexpr std::int64_t min_threads = 128, max_within_a_tile = 128;
  return static_cast<double>(problem.integer("n") / (limits.multiprocessors * min_threads) +
                             max_within_a_tile);
}

}  // namespace

variant vendor_cub(const vendor::installed_cub& cub) {
  return vendor::of_library(
      {
          .family = "reduce",
          .name = "vendor_cub",
          .level = 22,
          .catalogue_id = "R22",
          .title = "cub::DeviceReduce",
          .summary = "The vendor's library, as a user calls it: two kernels with block size, items "
                     "and vector "
                     "width chosen by the library for the device and the element type; one kernel "
                     "if a block "
                     "suffices. It is compiled by nvcc into a library of its own and enqueues into "
                     "the timed "
                     "stream. A reduction is worth writing only if it beats this.",
          .source = "CUB, the device-wide primitives of NVIDIA/cccl; `warpmark doctor` shows the "
                    "versions",
          .types = all_element_types(),
          .operators = commutative_operators(),
          .axes = {},
          .constraints = {{"op=argmin is built for elements of 4 and 8 bytes, and for n > 0",
                           [](const problem& problem, const config&, const device_limits&) {
                             if (problem.text("op") != "argmin") return true;
                             return size_bytes(*parse_element_type(problem.text("type"))) >= 4 &&
                                    problem.integer("n") > 0;
                           }}},
          .costs = {.bytes = "N*s + 2*G*s",
                    .operations = "N",
                    .synchronisation = "one more launch to finish"},
          .reproducible = determinism::run_to_run,
          .plan = [&cub](const problem& problem, const config&,
                         const device_limits&) { return plan_cub(cub, problem); },
          .rounding_depth = depth_of_cub,
      },
      cub);
}

}  // namespace warpmark::reduce
