// M8's twin: the library's radix sort, the line that every sort is to be compared with.

#include "variants/contract/variant.hpp"
#include "variants/sort/shared/vendor_cub.hpp"
#include "variants/vendor/cub_library.hpp"

namespace warpmark::sort {

namespace {

// Two fills, a histogram and its scan, then a fill and a kernel for each of at most eight digits.
// Each digit of more than 2^30 keys takes up to four kernels and fills.
constexpr std::size_t max_operations = 4 + 8 * 8;

}  // namespace

variant vendor_cub_radix() {
  return {
      .family = "sort",
      .name = "vendor_cub_radix",
      .level = 9,
      .catalogue_id = "M8",
      .title = "cub::DeviceRadixSort",
      .summary =
          "The vendor's library, as a user calls it: from the lowest digit of 8 bits to the "
          "highest, each pass reads the keys once and writes them where they go, since one "
          "histogram of all digits stands in front and tiles look back at their predecessors' "
          "counts (onesweep); one block alone sorts what it can hold. The input is kept. Numbers "
          "of a fixed width only, where it is the fastest sort that there is; what a sort of one's "
          "own is worth writing for is beating this line.",
      .source =
          "CUB, the device-wide primitives of NVIDIA/cccl; `warpmark doctor` shows the version; "
          "A. Adinets, D. Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, "
          "2022",
      .types = word_types(),
      .axes = {},
      .costs = {.bytes = "(1 + 2*s)*N*s, one digit a byte",
                .operations = "s rankings of N keys",
                .synchronisation = "s + 2 launches"},
      .stable = true,
      .backends = {"cuda"},
      .missing = [] { return vendor::installed_cub().trouble(); },
      .plan = [](const problem& problem, const config&,
                 const device_limits&) { return plan_of_cub(problem, "radix", max_operations); },
  };
}

}  // namespace warpmark::sort
