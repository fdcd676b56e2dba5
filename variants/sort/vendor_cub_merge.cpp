// M7: the library's merge sort, the baseline of the merge sorts.

#include "variants/contract/variant.hpp"
#include "variants/sort/shared/vendor_cub.hpp"
#include "variants/vendor/cub_call.hpp"

namespace warpmark::sort {

namespace {

// A sort of the tiles, then for each doubling from 2^11 keys to 2^32 one kernel that finds the
// diagonals and one that merges.
constexpr std::size_t max_operations_of_merge_sort = 1 + 2 * 21;

}  // namespace

variant vendor_cub_merge(const vendor::installed_cub& cub) {
  return vendor::of_library(
      {
          .family = "sort",
          .name = "vendor_cub_merge",
          .level = 7,
          .catalogue_id = "M7",
          .title = "cub::DeviceMergeSort",
          .summary =
              "The vendor's library, as a user calls it: a merge sort of each tile in shared "
              "memory, "
              "then passes of merge path, each a small kernel that finds where tiles of the output "
              "begin in both lists and one that merges them. It compares keys by <, so that it "
              "sorts "
              "any ordered type; another merge sort is worth writing only if it beats this. The "
              "input "
              "is kept: SortKeysCopy, SortPairsCopy.",
          .source = "CUB, the device-wide primitives of NVIDIA/cccl; `warpmark doctor` shows the "
                    "versions",
          .types = word_types(),
          .axes = {},
          .constraints = {{"dist=special holds NaNs, which < does not order",
                           [](const problem& problem, const config&, const device_limits&) {
                             return problem.text("dist") != "special" ||
                                    !is_floating(*parse_element_type(problem.text("type")));
                           }}},
          .costs = {.bytes =
                        "2*N*s*(1 + ceil(log2(N/T))), T the library's tile, 4352 keys of 4 bytes",
                    .operations = "N*log2(N) comparisons",
                    .synchronisation = "1 + 2*ceil(log2(N/T)) launches"},
          .reproducible = determinism::gpu_to_gpu,
          .stable = true,
          .plan =
              [&cub](const problem& problem, const config&, const device_limits&) {
                return plan_of_cub(cub, problem, "merge", max_operations_of_merge_sort);
              },
      },
      cub);
}

}  // namespace warpmark::sort
