// E4: one shuffle per bit of a lane's number.

#include <bit>

#include "variants/contract/element_type.hpp"
#include "variants/contract/streaming_grid.hpp"
#include "variants/deinterleave/shared/exchange.hpp"
#include "variants/deinterleave/shared/templates.hpp"

namespace warpmark::deinterleave {

namespace {

launch_plan plan_butterfly(const problem& problem, const config& config,
                           const device_limits& limits) {
  return plan_exchange(
      problem, config, limits,
      {.type = templates::butterfly{.Word = word_spelling(problem), .width = lanes_of(problem)},
       .lanes = lanes_of(problem)});
}

}  // namespace

variant butterfly() {
  return {
      .family = "deinterleave",
      .name = "butterfly",
      .level = 4,
      .catalogue_id = "E4",
      .title = "log2(W) butterfly exchanges",
      .summary =
          "Lanes whose numbers differ in one bit exchange a register each, from the highest bit "
          "down: every step swaps a bit of the lane's number with the one that selects the "
          "register. The general scheme, which transposes any 2^q registers per lane; for two of "
          "them it takes log2(W) shuffles where two suffice.",
      .source =
          "catalogue section 7.2, E4; C. van Loan, Computational Frameworks for the Fast Fourier "
          "Transform (SIAM, 1992), on permutations as products of swaps of index bits",
      .types = all_element_types(),
      .axes = exchange_axes(),
      .constraints = {covering_has_one_size(resident_blocks)},
      .costs = {.bytes = "2*N*s",
                .operations = "log2(W) shuffles and 3*log2(W) selections for 2*W words, W <= 32",
                .synchronisation = "none"},
      .predictions = {shuffles("log2(min(W, 32)) per exchange, of 8 bytes twice that",
                               [](const problem& problem, const config&) {
                                 return static_cast<std::uint64_t>(
                                     std::countr_zero(lanes_of(problem)));
                               }),
                      no_block_barriers()},
      .plan = plan_butterfly,
  };
}

}  // namespace warpmark::deinterleave
