// E2: four shuffles, two of which carry unneeded words.

#include "variants/contract/element_type.hpp"
#include "variants/contract/streaming_grid.hpp"
#include "variants/deinterleave/shared/exchange.hpp"
#include "variants/deinterleave/shared/templates.hpp"

namespace warpmark::deinterleave {

namespace {

launch_plan plan_shuffle4(const problem& problem, const config& config,
                          const device_limits& limits) {
  return plan_exchange(
      problem, config, limits,
      {.type = templates::shuffle4{.Word = word_spelling(problem), .width = lanes_of(problem)},
       .lanes = lanes_of(problem)});
}

}  // namespace

variant shuffle4() {
  return {
      .family = "deinterleave",
      .name = "shuffle4",
      .level = 2,
      .catalogue_id = "E2",
      .title = "four indexed shuffles",
      .summary =
          "A lane reads both registers of the lane that holds each of its two words, and selects: "
          "the straightforward version. Half of what the shuffles carry is dropped. Two selections "
          "instead of shuffle2's four, which do not make up for two shuffles.",
      .source = "catalogue section 7.2, E2; CUDA C++ Programming Guide, warp shuffle functions",
      .types = all_element_types(),
      .axes = exchange_axes(),
      .constraints = {covering_has_one_size(resident_blocks)},
      .costs = {.bytes = "2*N*s",
                .operations = "4 shuffles and 2 selections per 64 words",
                .synchronisation = "none"},
      .predictions = {shuffles("4 per exchange, of 8 bytes 8",
                               [](const problem&, const config&) { return 4; }),
                      no_block_barriers()},
      .plan = plan_shuffle4,
  };
}

}  // namespace warpmark::deinterleave
