// E1: the method of patent-2022, here to be measured.

#include "variants/contract/element_type.hpp"
#include "variants/contract/streaming_grid.hpp"
#include "variants/deinterleave/shared/exchange.hpp"
#include "variants/deinterleave/shared/problem.hpp"
#include "variants/deinterleave/shared/templates.hpp"

namespace warpmark::deinterleave {

namespace {

launch_plan plan_two_phase(const problem& problem, const config& config,
                           const device_limits& limits) {
  const int phases = config.text("phases") == "two" ? 2 : 1;
  return plan_exchange(problem, config, limits,
                       {.type = templates::patent_two_phase{.Word = word_spelling(problem),
                                                            .width = lanes_of(problem),
                                                            .phases = phases},
                        .lanes = lanes_of(problem)});
}

std::vector<axis> axes_of_two_phases() {
  std::vector<axis> axes = exchange_axes();
  axes.push_back({.name = "phases",
                  .summary = "one: the series itself; two: a second copy of it, which is discarded",
                  .values = {"one", "two"},
                  .base = "one"});
  return axes;
}

}  // namespace

variant patent_two_phase() {
  return {
      .family = "deinterleave",
      .name = "patent_two_phase",
      .level = 1,
      .catalogue_id = "E1",
      .title = "the exchange of a patent publication, by shuffles",
      .summary =
          "Described in a patent publication, and here only to be measured: the forms to use are "
          "shuffle2 between lanes, byte_permute for elements of 1 and 2 bytes, and vector_load "
          "from memory, which take two shuffles, two and none. Both registers are crossed in "
          "quarters of a warp into two more (2 shuffles), and the result is extracted from the "
          "rows of all four. No instruction extracts across lanes, so that this takes at least "
          "four shuffles. phases=two makes the second copy of the text's second embodiment as "
          "well.",
      .source =
          "patent-2022, a Chinese patent publication of 2022, 'Method, device and medium for "
          "odd-even rearrangement of data', whose text gives no publication number; paragraphs "
          "10-16 and 43-72; rows in the order of paragraph 59, since that of paragraph 50 gives a "
          "wrong result",
      .types = all_element_types(),
      .axes = axes_of_two_phases(),
      .constraints = {covering_has_one_size(resident_blocks),
                      {"the publication has no inverse: direction=deinterleave",
                       [](const problem& problem, const config&, const device_limits&) {
                         return !is_inverse(problem);
                       }}},
      .not_to_use =
          "a patent publication describes it, and shuffle2, byte_permute and vector_load "
          "take fewer shuffles or none",
      .costs = {.bytes = "2*N*s",
                .operations = "6 shuffles per 2*W words, W <= 32 (phases=two: 12)",
                .synchronisation = "none"},
      .predictions = {shuffles("6 per exchange, phases=two: 12; of 8 bytes twice that",
                               [](const problem&, const config& config) {
                                 return config.text("phases") == "two" ? 12 : 6;
                               }),
                      no_block_barriers()},
      .plan = plan_two_phase,
  };
}

}  // namespace warpmark::deinterleave
