// The C library's copy, on the CPU.

#include <cstring>

#include "variants/contract/variant.hpp"
#include "variants/copy/shared/buffers.hpp"

namespace warpmark::copy {

variant host_memcpy() {
  return {
      .family = "copy",
      .name = "host_memcpy",
      .level = 30,
      .catalogue_id = "",
      .title = "memcpy on one core of the CPU",
      .summary =
          "The C library's memcpy on the calling thread, which bypasses the caches for large "
          "blocks: the copy bandwidth of one core.",
      .source = "ISO C, 7.26.2.1: memcpy",
      .types = all_element_types(),
      .axes = {},
      .costs = {.bytes = "2*N*s", .operations = "0", .synchronisation = "none"},
      .backends = {"host"},
      .plan =
          [](const problem& problem, const config&, const device_limits&) {
            launch_plan plan = plan_of_buffers(problem);
            plan.steps.emplace_back(native_step{
                .name = "memcpy",
                .buffers = {{output}, {input}},
                .call = [size = input_bytes(problem)](const native_context& context) {
                  std::memcpy(context.buffers[0].address, context.buffers[1].address, size);
                }});
            return plan;
          },
  };
}

}  // namespace warpmark::copy
