// P8: the library that the others are compared with.

#include "variants/contract/variant.hpp"
#include "variants/partition/shared/middle.hpp"
#include "variants/partition/shared/plan_builder.hpp"
#include "variants/vendor/cub_call.hpp"

namespace warpmark::partition {

namespace {

launch_plan plan_cub(const vendor::installed_cub& cub, const problem& problem,
                     const device_limits& limits) {
  plan_builder plan(problem);
  const auto parts = static_cast<int>(problem.integer("parts"));
  const bool pairs = plan.has_payload();
  std::vector<buffer_argument> buffers = {plan.input_argument(), {plan.to().keys}, {plan.counts()}};
  if (pairs) buffers.insert(buffers.end(), {{plan.from().payload}, {plan.to().payload}});
  keyed_buffers aside{keyed_buffers::none};
  if (parts == 3) {
    aside = plan.scratch("aside");
    buffers.push_back({aside.keys});
    if (pairs) buffers.push_back({aside.payload});
  }
  const auto partition = [problem, parts, &cub] {
    return vendor::found(
        cub, cub.library().partition(problem.text("type"), problem.text("payload"), parts),
        "partition");
  };
  vendor::add_cub_step(
      plan, cub,
      {.name = "cub::DevicePartition::If",
       .buffers = std::move(buffers),
       .call =
           [partition, parts, pairs, pivot = plan.pivot(),
            n = plan.n()](const vendor::cub_context& with) {
             const auto address = [&](std::size_t i) { return with.buffers[i].address; };
             vendor::partition_arrays arrays{.keys = address(0), .keys_out = address(1)};
             if (pairs) arrays.payloads = address(3), arrays.payloads_out = address(4);
             if (parts == 3) arrays.keys_aside = address(pairs ? 5 : 3);
             if (parts == 3 && pairs) arrays.payloads_aside = address(6);
             return partition()(with.temporary, with.temporary_bytes, &arrays, address(2),
                                pivot.bytes.data(), n, with.stream);
           },
       .operations = 2});
  if (parts == 3) insert_middle(plan, aside, limits);
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
              "as its predicate, of elements, or of pairs by zipped iterators. One pass with "
              "look-back; elements that go left keep their order, and those that go right follow "
              "in reverse order. Three parts by its form with two predicates: the third part fills "
              "the output from its end through a reversed iterator, as the documentation shows, "
              "and the second one has an array of its own, from which the kernel of three_way "
              "moves it.",
          .source = "CUB, the device-wide primitives of NVIDIA/cccl; `warpmark doctor` shows the "
                    "versions",
          .types = partitioned_types(),
          .axes = {},
          .costs = {.bytes = "2*N*s, and a few words per tile; parts=3: + 2*E*s, E the elements "
                             "equal to the pivot",
                    .operations = "N comparisons; parts=3: 2*N",
                    .synchronisation = "2 launches, 3 with parts=3; one look-back per tile"},
          .reproducible = determinism::gpu_to_gpu,
          .selected_in_order = true,
          .plan = [&cub](const problem& problem, const config&,
                         const device_limits& limits) { return plan_cub(cub, problem, limits); },
      },
      cub);
}

}  // namespace warpmark::partition
