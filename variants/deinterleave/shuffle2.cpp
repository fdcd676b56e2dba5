// E3: two shuffles, the minimum for an exchange of two registers per lane.

#include "variants/contract/element_type.hpp"
#include "variants/contract/streaming_grid.hpp"
#include "variants/deinterleave/shared/exchange.hpp"
#include "variants/deinterleave/shared/templates.hpp"

namespace warpmark::deinterleave {

namespace {

launch_plan plan_shuffle2(const problem& problem, const config& config,
                          const device_limits& limits) {
  return plan_exchange(
      problem, config, limits,
      {.type = templates::shuffle2{.Word = word_spelling(problem), .width = lanes_of(problem)},
       .lanes = lanes_of(problem)});
}

}  // namespace

variant shuffle2() {
  return {
      .family = "deinterleave",
      .name = "shuffle2",
      .level = 3,
      .catalogue_id = "E3",
      .title = "two indexed shuffles",
      .summary =
          "Even lanes send one register and odd lanes the other, then the other way round, so that "
          "every word that a shuffle carries is one that its receiver needs. A shuffle gives a "
          "lane one word and a lane needs two: no exchange takes fewer. It takes four selections "
          "per lane in addition. The form to use between lanes; data that come from memory need "
          "none (vector_load).",
      .source = "catalogue section 7.2, E3; CUDA C++ Programming Guide, warp shuffle functions",
      .types = all_element_types(),
      .axes = exchange_axes(),
      .constraints = {covering_has_one_size(resident_blocks)},
      .costs = {.bytes = "2*N*s",
                .operations = "2 shuffles and 4 selections per 64 words",
                .synchronisation = "none"},
      .predictions = {shuffles("2 per exchange, of 8 bytes 4",
                               [](const problem&, const config&) { return 2; }),
                      no_block_barriers()},
      .plan = plan_shuffle2,
  };
}

}  // namespace warpmark::deinterleave
