// The library's histogram, of joint bins that are computed as they are read.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/paired_plan.hpp"
#include "variants/vendor/cub_call.hpp"

namespace warpmark::joint_histogram {

namespace {

launch_plan plan_cub(const vendor::installed_cub& cub, const problem& problem) {
  const auto bins = static_cast<std::uint32_t>(problem.integer("bins"));
  count::paired_plan plan(problem, "input_y", "counts", std::uint64_t{bins} * bins);
  const auto histogram = [&cub, type = problem.text("type")] {
    return vendor::found(cub, cub.library().joint_histogram(type), "joint histogram");
  };
  vendor::add_cub_step(plan, cub,
                       {.name = "cub::DeviceHistogram::HistogramEven",
                        .buffers = {plan.input_argument(), plan.second_argument(), {plan.output()}},
                        .call = [histogram, bins, n = plan.n()](const vendor::cub_context& with) {
                          return histogram()(with.temporary, with.temporary_bytes,
                                             with.buffers[0].address, with.buffers[1].address,
                                             with.buffers[2].address, bins, n, with.stream);
                        }});
  return plan.take();
}

}  // namespace

variant vendor_cub(const vendor::installed_cub& cub) {
  return vendor::of_library(
      {
          .family = "joint_histogram",
          .name = "vendor_cub",
          .level = 3,
          .catalogue_id = "",
          .title = "cub::DeviceHistogram::HistogramEven of joint bins",
          .summary = "The vendor's library has no histogram of two dimensions. A user passes its "
                     "histogram an iterator that makes one number of a pair of keys: up to 256 "
                     "cells are counted in shared memory, more of them in global memory.",
          .source = "CUB and Thrust, of NVIDIA/cccl; `warpmark doctor` shows the versions",
          .types = {element_type::u8, element_type::u16, element_type::u32},
          .axes = {},
          .costs = {.bytes = "2*N*s + 4*bins^2*G",
                    .operations = "N shared atomics, global ones for more than 256 cells",
                    .synchronisation = "one fill, two launches"},
          .reproducible = determinism::gpu_to_gpu,
          .plan = [&cub](const problem& problem, const config&,
                         const device_limits&) { return plan_cub(cub, problem); },
      },
      cub);
}

}  // namespace warpmark::joint_histogram
