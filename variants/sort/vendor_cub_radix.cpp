// M8's counterpart: the library's radix sort, the baseline of every sort.

#include "variants/contract/variant.hpp"
#include "variants/sort/shared/vendor_cub.hpp"
#include "variants/vendor/cub_call.hpp"

namespace warpmark::sort {

namespace {

// Two fills, a histogram and its scan, then a fill and a kernel for each of at most eight digits.
// Each digit of more than 2^30 keys takes up to four kernels and fills.
constexpr std::size_t max_operations_of_radix_sort = 4 + 8 * 8;

}  // namespace

variant vendor_cub_radix(const vendor::installed_cub& cub) {
  return vendor::of_library(
      {
          .family = "sort",
          .name = "vendor_cub_radix",
          .level = 9,
          .catalogue_id = "M8",
          .title = "cub::DeviceRadixSort",
          .summary =
              "The vendor's library, as a user calls it: from the lowest digit of 8 bits to the "
              "highest, each pass reads the keys once and writes them to their place, after one "
              "histogram of all digits, and with tiles that look back at their predecessors' "
              "counts "
              "(onesweep); one block sorts inputs that it can hold. The input is kept. For numbers "
              "of "
              "a fixed width only, where it is the fastest sort available; another sort is worth "
              "writing only if it beats this.",
          .source = "CUB, the device-wide primitives of NVIDIA/cccl; `warpmark doctor` shows the "
                    "version; "
                    "A. Adinets, D. Merrill, Onesweep: A Faster Least Significant Digit Radix Sort "
                    "for GPUs, "
                    "2022",
          .types = word_types(),
          .axes = {},
          .costs = {.bytes = "(1 + 2*s)*N*s, one digit per byte",
                    .operations = "s rankings of N keys",
                    .synchronisation = "s + 2 launches"},
          .reproducible = determinism::gpu_to_gpu,
          .stable = true,
          .plan =
              [&cub](const problem& problem, const config&, const device_limits&) {
                return plan_of_cub(cub, problem, "radix", max_operations_of_radix_sort);
              },
      },
      cub);
}

}  // namespace warpmark::sort
