// S10: the library that every other variant is compared with.

#include <limits>

#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"
#include "variants/vendor/cub_call.hpp"

namespace warpmark::scan {

namespace {

std::string call_name(const problem& problem) {
  return problem.text("kind") == "inclusive" ? "cub::DeviceScan::InclusiveScan"
                                             : "cub::DeviceScan::ExclusiveScan";
}

launch_plan plan_cub(const vendor::installed_cub& cub, const problem& problem) {
  plan_builder plan(problem);
  const auto scan = [problem, &cub] {
    return vendor::found(
        cub, cub.library().scan(problem.text("type"), problem.text("op"), problem.text("kind")),
        "scan");
  };
  vendor::add_cub_step(plan, cub,
                       {.name = call_name(problem),
                        .buffers = {plan.input_argument(), {plan.output()}},
                        .call = [scan, n = plan.n()](const vendor::cub_context& with) {
                          return scan()(with.temporary, with.temporary_bytes,
                                        with.buffers[0].address, with.buffers[1].address, n,
                                        with.stream);
                        }});
  return plan.take();
}

// CUB publishes no bound. Its tiles have at least 128 threads of a few elements each; a prefix
// combines at most as many aggregates as there are tiles, of which each warp of a look-back reduces
// 32.
double depth_of_cub(const problem& problem, const config&, const device_limits&) {
  constexpr std::int64_t smallest_tile = 128, max_within_a_tile = 128;
  return static_cast<double>(problem.integer("n") / smallest_tile + max_within_a_tile);
}

}  // namespace

variant vendor_cub(const vendor::installed_cub& cub) {
  return vendor::of_library(
      {
          .family = "scan",
          .name = "vendor_cub",
          .level = 10,
          .catalogue_id = "S10",
          .title = "cub::DeviceScan",
          .summary =
              "The vendor's library, as a user calls it: a single pass with decoupled look-back, "
              "whose "
              "block size, items and delays the library chooses for the device, the element type "
              "and "
              "the operator, after a small kernel that resets the tiles' states. It is compiled by "
              "nvcc into a library of its own and enqueues into the timed stream. A scan is worth "
              "writing only if it beats this. How far a tile looks back depends on timing, so "
              "floating "
              "sums are not reproducible.",
          .source = "CUB, the device-wide primitives of NVIDIA/cccl; `warpmark doctor` shows the "
                    "versions",
          .types = all_element_types(),
          .axes = {},
          .constraints = {{"op=min, max and recurrence are built for fewer than 2^31 elements",
                           [](const problem& problem, const config&, const device_limits&) {
                             return problem.text("op") == "sum" ||
                                    problem.integer("n") <=
                                        std::numeric_limits<std::int32_t>::max();
                           }}},
          .costs = {.bytes = "2*N*s + the tiles' states",
                    .operations = "N",
                    .synchronisation = "two launches"},
          .reproducible = determinism::not_guaranteed,
          .plan = [&cub](const problem& problem, const config&,
                         const device_limits&) { return plan_cub(cub, problem); },
          .rounding_depth = depth_of_cub,
      },
      cub);
}

}  // namespace warpmark::scan
