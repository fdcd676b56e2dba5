// Divide and conquer: log2 n steps in which no thread is idle, and reads that are broadcast.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/propagate.hpp"

namespace warpmark::scan {

namespace {

block_method method_of_sklansky(const config&) { return sklansky_method(); }

}  // namespace

variant sklansky() {
  return made_of_tiles(
      {
          .family = "scan",
          .name = "sklansky",
          .level = 1,
          .catalogue_id = "",
          .title = "shared-memory scan of Sklansky, divide and conquer",
          .summary =
              "Both halves of a range are scanned at the same time, then the last element of the "
              "left half is added to every element of the right half: log2 n steps, as few as "
              "Hillis and Steele's, with n/2 additions each instead of nearly n. With two elements "
              "per thread every thread adds once per step. Nothing that a step reads is written in "
              "it by another thread, so one barrier per step suffices in place. As an adder it "
              "suffers from its fan-out, up to n/2 readers of one value; in shared memory a word "
              "that many lanes read is broadcast. In the first five steps two lanes conflict on a "
              "bank.",
          .source = "J. Sklansky, Conditional-Sum Addition Logic, IRE Transactions on Electronic "
                    "Computers EC-9(2), 1960; as a scan: R. E. Ladner, M. J. Fischer, Parallel "
                    "Prefix Computation, JACM 27(4), 1980",
          .types = all_element_types(),
          .axes = {block_axis(true)},
          .costs = {.bytes = "2*N*s in one tile of n = 2*B, else 4*N*s and 3*N/n totals",
                    .operations = "n/2*log2 n adds per block of n = 2*B elements",
                    .synchronisation = "1 + log2 n barriers per block"},
          .predictions = in_one_tile(sklansky_costs(), method_of_sklansky),
          .reproducible = determinism::gpu_to_gpu,
      },
      method_of_sklansky);
}

}  // namespace warpmark::scan
