// The library's way to count keys for which there is no array of counters.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/plan_builder.hpp"
#include "variants/vendor/cub_call.hpp"

namespace warpmark::count {

namespace {

// The sort as in sort/vendor_cub_radix; two kernels that encode.
constexpr std::size_t max_operations = 4 + 8 * 8 + 2;

launch_plan plan_cub_sort(const vendor::installed_cub& cub, const problem& problem) {
  plan_builder plan(problem, answer::table);
  const auto count = [&cub, type = problem.text("type")] {
    return vendor::found(cub, cub.library().sorted_count(type), "count by sorting");
  };
  plan.clear_output();  // records that are not used
  const std::size_t sorted =
      plan.scratch_bytes("sorted", plan.n() * size_bytes(element_type_of(problem)));
  const std::size_t distinct = plan.scratch_bytes("distinct", sizeof(std::uint64_t));
  vendor::add_cub_step(
      plan, cub,
      {.name = "cub::DeviceRadixSort::SortKeys, cub::DeviceRunLengthEncode::Encode",
       .buffers = {plan.input_argument(), {sorted}, {plan.output()}, {distinct}},
       .call =
           [count, n = plan.n()](const vendor::cub_context& with) {
             return count()(with.temporary, with.temporary_bytes, with.buffers[0].address,
                            with.buffers[1].address, with.buffers[2].address,
                            with.buffers[3].address, n, with.stream);
           },
       .operations = max_operations});
  return plan.take();
}

constraint all_keys_are_counted() {
  return {"the library counts every key, so no dist=overflowing",
          [](const problem& problem, const config&, const device_limits&) {
            return problem.text("dist") != "overflowing";
          }};
}

}  // namespace

variant vendor_cub_sort(const vendor::installed_cub& cub) {
  return vendor::of_library(
      {
          .family = "count",
          .name = "vendor_cub_sort",
          .level = 14,
          .catalogue_id = "H14",
          .title = "cub::DeviceRadixSort, then cub::DeviceRunLengthEncode",
          .summary = "The vendor's library, as a user calls it for keys that are no small numbers: "
                     "a radix "
                     "sort of all bits, then the lengths of runs, written to the table by "
                     "iterators. The time "
                     "depends neither on the number of bins nor much on the distribution. What "
                     "count/hash and "
                     "count/sort_run_length are compared with, and histograms of very many bins.",
          .source = "CUB, the device-wide primitives of NVIDIA/cccl; `warpmark doctor` shows the "
                    "versions",
          .types = key_types(),
          .axes = {},
          .constraints = {all_keys_are_counted()},
          .default_problem = {{"type", "u32"}, {"keys", "sparse"}},
          .costs = {.bytes = "(1 + 2*s)*N*s to sort, N*s to encode, k*16",
                    .operations = "s*N digits, N comparisons",
                    .synchronisation = "s + 4 launches"},
          .reproducible = determinism::gpu_to_gpu,
          .plan = [&cub](const problem& problem, const config&,
                         const device_limits&) { return plan_cub_sort(cub, problem); },
      },
      cub);
}

}  // namespace warpmark::count
