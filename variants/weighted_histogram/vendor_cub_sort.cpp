// The library's way to sum weights by key.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/paired_plan.hpp"
#include "variants/vendor/cub_call.hpp"

namespace warpmark::weighted_histogram {

namespace {

// As for a sort; two kernels that sum, and one that stores.
constexpr std::size_t max_operations = 4 + 4 * 8 + 3;

launch_plan plan_cub_sort(const vendor::installed_cub& cub, const problem& problem) {
  const auto bins = static_cast<std::uint32_t>(problem.integer("bins"));
  count::paired_plan plan(problem, "keys", "sums", bins);
  const auto histogram = [&cub, type = problem.text("type")] {
    return vendor::found(cub, cub.library().weighted_histogram(type), "weighted histogram");
  };
  const std::size_t scratch =
      plan.scratch_bytes("pairs", (4 * plan.n() + 1) * sizeof(std::uint32_t));
  vendor::add_cub_step(
      plan, cub,
      {.name = "cub::DeviceRadixSort::SortPairs, cub::DeviceReduce::ReduceByKey",
       .buffers = {plan.second_argument(), plan.input_argument(), {scratch}, {plan.output()}},
       .call =
           [histogram, bins, n = plan.n()](const vendor::cub_context& with) {
             return histogram()(with.temporary, with.temporary_bytes, with.buffers[0].address,
                                with.buffers[1].address, with.buffers[2].address,
                                with.buffers[3].address, bins, n, with.stream);
           },
       .operations = max_operations});
  return plan.take();
}

}  // namespace

variant vendor_cub_sort(const vendor::installed_cub& cub) {
  return vendor::of_library(
      {
          .family = "weighted_histogram",
          .name = "vendor_cub_sort",
          .level = 3,
          .catalogue_id = "",
          .title = "cub::DeviceRadixSort, then cub::DeviceReduce::ReduceByKey",
          .summary =
              "The vendor's library has no weighted histogram. A user sorts the keys with their "
              "weights, by all bits of the keys, and sums the weights of equal keys; a kernel "
              "stores "
              "the sums in their bins. The time hardly depends on the bins and on how the keys are "
              "distributed.",
          .source = "CUB, the device-wide primitives of NVIDIA/cccl; `warpmark doctor` shows the "
                    "versions",
          .types = {element_type::u32, element_type::f32},
          .axes = {},
          .costs = {.bytes = "68*N to sort (4 digits), 8*N to sum, + 16 per distinct key",
                    .operations = "4*N digits, N additions",
                    .synchronisation = "one fill, 9 launches"},
          .reproducible = determinism::not_guaranteed,
          .plan = [&cub](const problem& problem, const config&,
                         const device_limits&) { return plan_cub_sort(cub, problem); },
          .rounding_depth =
              [](const problem& problem, const config&, const device_limits&) {
                return static_cast<double>(problem.integer("n"));
              },
      },
      cub);
}

}  // namespace warpmark::weighted_histogram
