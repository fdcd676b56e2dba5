// The driver's own copy within a device's memory.

#include "variants/contract/variant.hpp"
#include "variants/copy/shared/buffers.hpp"

namespace warpmark::copy {

variant vendor_memcpy() {
  return {
      .family = "copy",
      .name = "vendor_memcpy",
      .level = 1,
      .catalogue_id = "",
      .title = "the driver's copy from device to device",
      .summary =
          "cuMemcpyDtoDAsync on the timed stream: what cudaMemcpyAsync from device to device does. "
          "The driver chooses the kernel; within one device no copy engine beats it. On the "
          "interpreter it is a copy by the host that no warp makes, so that it counts nothing.",
      .source = "CUDA driver API, memory management: cuMemcpyDtoDAsync",
      .types = all_element_types(),
      .axes = {},
      .costs = {.bytes = "2*N*s", .operations = "0", .synchronisation = "none"},
      .plan =
          [](const problem& problem, const config&, const device_limits&) {
            launch_plan plan = plan_of_buffers(problem);
            plan.steps.emplace_back(copy_step{{output}, {input}, input_bytes(problem)});
            return plan;
          },
  };
}

}  // namespace warpmark::copy
