// P8: the library that the others are compared with.

#include <cstring>

#include "variants/contract/variant.hpp"
#include "variants/partition/shared/plan_builder.hpp"
#include "variants/vendor/cub_call.hpp"

namespace warpmark::partition {

namespace {

launch_plan plan_cub(const vendor::installed_cub& cub, const problem& problem) {
  plan_builder plan(problem);
  const bool pairs = plan.has_payload();
  std::vector<buffer_argument> buffers = {plan.input_argument(), {plan.to().keys}, {plan.counts()}};
  if (pairs) buffers.insert(buffers.end(), {{plan.from().payload}, {plan.to().payload}});
  const auto partition = [problem, &cub] {
    return vendor::found(
        cub, cub.library().partition(problem.text("type"), problem.text("payload")), "partition");
  };
  vendor::add_cub_step(
      plan, cub,
      {.name = "cub::DevicePartition::If",
       .buffers = std::move(buffers),
       .call =
           [partition, pairs, pivot = plan.pivot(), n = plan.n()](const vendor::cub_context& with) {
             const auto address = [&](std::size_t i) { return with.buffers[i].address; };
             return partition()(with.temporary, with.temporary_bytes, address(0),
                                pairs ? address(3) : nullptr, address(1),
                                pairs ? address(4) : nullptr, address(2), pivot.bytes.data(), n,
                                with.stream);
           },
       .operations = 2});
  return plan.take();
}

}  // namespace

variant vendor_cub(const vendor::installed_cub& cub) {
  return vendor::of_library(
      {
          .family = "partition",
          .name = "vendor_cub",
          .level = 8,
          .catalogue_id = "P8",
          .title = "cub::DevicePartition",
          .summary =
              "The vendor's library, as a user calls it: DevicePartition::If with the comparison "
              "as "
              "its predicate, of elements, or of pairs by zipped iterators. One pass with "
              "look-back; "
              "elements that go left keep their order, and those that go right follow in reverse "
              "order.",
          .source = "CUB, the device-wide primitives of NVIDIA/cccl; `warpmark doctor` shows the "
                    "versions",
          .types = partitioned_types(),
          .axes = {},
          .constraints = {makes_two_parts()},
          .costs = {.bytes = "2*N*s, and a few words per tile",
                    .operations = "N comparisons",
                    .synchronisation = "2 launches; one look-back per tile"},
          .reproducible = determinism::gpu_to_gpu,
          .selected_in_order = true,
          .plan = [&cub](const problem& problem, const config&,
                         const device_limits&) { return plan_cub(cub, problem); },
      },
      cub);
}

}  // namespace warpmark::partition
