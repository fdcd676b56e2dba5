// E7: elements of one or two bytes, several per register.

#include "variants/contract/element_type.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/streaming_grid.hpp"
#include "variants/deinterleave/shared/exchange.hpp"
#include "variants/deinterleave/shared/problem.hpp"
#include "variants/deinterleave/shared/templates.hpp"

namespace warpmark::deinterleave {

namespace {

// Lanes with two words that together hold a group.
std::uint64_t packed_lanes_of(const problem& problem) {
  return width_of(problem) * size_bytes(element_type_of(problem)) / 4;
}

launch_plan plan_packed(const problem& problem, const config& config, const device_limits& limits) {
  return plan_exchange(problem, config, limits,
                       {.type = templates::byte_permute{.Element = bits_spelling(problem),
                                                        .width = width_of(problem)},
                        .lanes = packed_lanes_of(problem),
                        .aligned_to = 4});
}

std::optional<std::uint64_t> packed_shuffles(const problem& problem, const config&) {
  return 2 * warp_groups_of(problem, packed_lanes_of(problem));
}

}  // namespace

variant byte_permute() {
  return {
      .family = "deinterleave",
      .name = "byte_permute",
      .level = 7,
      .catalogue_id = "E7",
      .title = "two shuffles of packed words, two byte permutations",
      .summary =
          "Small elements stay packed, two or four per register, as they are loaded. Two shuffles "
          "bring a lane two neighbouring words of the series, as shuffle2 does, and two byte "
          "permutations put their even elements into one register and the odd ones into the other. "
          "So a shuffle moves 64 or 128 elements of a warp instead of 32, and memory is accessed "
          "by words.",
      .source = "catalogue section 7.2, E7; CUDA math API, __byte_perm",
      .types = {element_type::i8, element_type::u8, element_type::i16, element_type::u16,
                element_type::f16, element_type::bf16},
      .axes = exchange_axes(),
      .constraints = {covering_has_one_size(resident_blocks)},
      .default_problem = {{"type", "u16"}},
      .costs = {.bytes = "2*N*s",
                .operations = "2 shuffles, 4 selections and 2 byte permutations per 64 words",
                .synchronisation = "none"},
      .predictions = {{"shuffles", "2 per 64 words", packed_shuffles}, no_block_barriers()},
      .plan = plan_packed,
  };
}

}  // namespace warpmark::deinterleave
