// H16: the library that every other variant is compared with.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/plan_builder.hpp"
#include "variants/vendor/cub_call.hpp"

namespace warpmark::count {

namespace {

launch_plan plan_cub(const vendor::installed_cub& cub, const problem& problem) {
  plan_builder plan(problem);
  const auto histogram = [&cub, type = problem.text("type")] {
    return vendor::found(cub, cub.library().histogram(type), "histogram");
  };
  const auto bins = static_cast<std::uint32_t>(plan.bins());
  vendor::add_cub_step(plan, cub,
                       {.name = "cub::DeviceHistogram::HistogramEven",
                        .buffers = {plan.input_argument(), {plan.output()}},
                        .call = [histogram, bins, n = plan.n()](const vendor::cub_context& with) {
                          return histogram()(with.temporary, with.temporary_bytes,
                                             with.buffers[0].address, with.buffers[1].address, bins,
                                             n, with.stream);
                        }});
  return plan.take();
}

}  // namespace

variant vendor_cub(const vendor::installed_cub& cub) {
  return vendor::of_library(
      {
          .family = "count",
          .name = "vendor_cub",
          .level = 16,
          .catalogue_id = "H16",
          .title = "cub::DeviceHistogram::HistogramEven",
          .summary = "The vendor's library, as a user calls it: bins + 1 levels from 0 to bins, "
                     "counters of "
                     "type int. One kernel clears the counts, one counts: up to 256 bins privately "
                     "in shared "
                     "memory, more of them in global memory, and combines equal neighbours where "
                     "that pays. "
                     "It is compiled by nvcc into a library of its own and enqueues into the timed "
                     "stream. A "
                     "histogram is worth writing only if it beats this.",
          .source = "CUB, the device-wide primitives of NVIDIA/cccl; `warpmark doctor` shows the "
                    "versions",
          .types = key_types(),
          .axes = {},
          .constraints = {keys_are_dense()},
          .costs = {.bytes = "N*s + 4*bins*G",
                    .operations = "N shared atomics, global ones for more than 256 bins",
                    .synchronisation = "two launches"},
          .reproducible = determinism::gpu_to_gpu,
          .plan = [&cub](const problem& problem, const config&,
                         const device_limits&) { return plan_cub(cub, problem); },
      },
      cub);
}

}  // namespace warpmark::count
