// R16: one instruction reduces a warp.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/passes.hpp"

namespace warpmark::reduce {

namespace {

constraint values_of_redux() {
  return {"redux reduces integers of at most 32 bits",
          [](const problem& problem, const config&, const device_limits&) {
            const auto type = element_type_of(problem);
            return !is_floating(type) && size_bytes(type) <= 4;
          }};
}

}  // namespace

variant shuffle_redux() {
  return made_of_passes(
      {
          .family = "reduce",
          .name = "shuffle_redux",
          .level = 16,
          .catalogue_id = "R16",
          .title = "two levels of warp reduction in one instruction",
          .summary =
              "As shuffle_two_level, but `redux.sync` replaces five shuffles and five adds: one "
              "instruction reduces the 32 lanes and gives every lane the result. A multiprocessor "
              "processes 16 lanes of it per clock, so two clocks per warp. It exists since Ampere "
              "and for 32-bit integers only; narrower elements are reduced as such. If memory is "
              "the bottleneck, as for large n, it gains nothing.",
          .source = "CUDA C++ Programming Guide, Warp Reduce Functions (compute capability 8.0)",
          .types = all_element_types(),
          .operators = atomic_operators(),
          .axes = {block_axis(false), items_axis(), second_level_axis()},
          .constraints = {values_of_redux()},
          .costs = {.bytes = "N*s + G*s per pass",
                    .operations = "B/32 + 1 redux per block",
                    .synchronisation = "1 barrier per block"},
      },
      [](const config& config) { return shuffle_pass(config, "warp::redux"); }, two_level_depth,
      two_level_redux_costs());
}

}  // namespace warpmark::reduce
