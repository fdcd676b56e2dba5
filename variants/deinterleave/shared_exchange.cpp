// E0: through shared memory, which patent-2022 sets out to avoid.

#include "variants/contract/element_type.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/streaming_grid.hpp"
#include "variants/deinterleave/shared/exchange.hpp"
#include "variants/deinterleave/shared/problem.hpp"
#include "variants/deinterleave/shared/templates.hpp"

namespace warpmark::deinterleave {

namespace {

launch_plan plan_shared(const problem& problem, const config& config, const device_limits& limits) {
  return plan_exchange(
      problem, config, limits,
      {.type = templates::shared_exchange{.Word = word_spelling(problem),
                                          .width = lanes_of(problem),
                                          .by = "deinterleave::form::" + config.text("form"),
                                          .block = config.integer("block")},
       .lanes = lanes_of(problem)});
}

std::vector<axis> axes_of_shared_exchange() {
  std::vector<axis> axes = exchange_axes();
  axes.push_back({.name = "form",
                  .summary = "plain: word by word; vec8: both neighbours at once; padded: plain, "
                             "with an unused word between the registers",
                  .values = {"plain", "vec8", "padded"},
                  .base = "plain"});
  return axes;
}

// Wavefronts of a warp's two accesses in the order of registers, and of those to two neighbours of
// the series. 8-byte words take one pass per half-warp.
struct wavefronts {
  std::uint64_t striped, neighbours;

  wavefronts(const problem& problem, const config& config) {
    const bool is_wide = size_bytes(element_type_of(problem)) == 8;
    const std::uint64_t lanes = lanes_of(problem);
    const std::string& form = config.text("form");
    const std::uint64_t least = is_wide ? 4 : 2;
    // Groups of fewer lanes are adjacent: those of one register share half of the banks.
    const bool groups_meet = form != "padded" && lanes < (is_wide ? 16u : 32u);
    striped = groups_meet ? 2 * least : least;
    // Words of one parity, unless both halves of a group are accessed in one pass.
    const bool parities_meet = form == "plain" || (form == "padded" && is_wide && lanes == 32);
    neighbours = parities_meet ? 2 * least : least;
  }
};

counter_prediction wavefronts_of(const char* counter, bool stores, const char* prediction) {
  return {counter, prediction,
          [stores](const problem& problem, const config& config) -> std::optional<std::uint64_t> {
            const wavefronts counts(problem, config);
            const bool is_striped = stores != is_inverse(problem);
            return exchanges_of(problem) * (is_striped ? counts.striped : counts.neighbours);
          }};
}

}  // namespace

variant shared_exchange() {
  return {
      .family = "deinterleave",
      .name = "shared_exchange",
      .level = 0,
      .catalogue_id = "E0",
      .title = "exchange through shared memory",
      .summary =
          "Each lane writes its two words in the order of the series, the warp synchronises, and "
          "each lane reads two neighbours. Read one by one they are all even and then all odd "
          "words, each on half of the banks: 6 wavefronts per exchange; read as one vector of two "
          "words, or with an unused word between the registers: 4. A compiler makes the vector by "
          "itself unless prevented, as plain does. The method that patent-2022 sets out to beat; "
          "no barrier of the block is needed, since only a warp exchanges.",
      .source = "patent-2022, paragraph 3, as the usual way",
      .types = all_element_types(),
      .axes = axes_of_shared_exchange(),
      .constraints = {covering_has_one_size(resident_blocks)},
      .costs = {.bytes = "2*N*s",
                .operations = "6 wavefronts per 64 words of 4 bytes, W >= 32 (vec8, padded: 4)",
                .synchronisation = "2 warp barriers per exchange"},
      .predictions = {wavefronts_of("shared_store_wavefronts", true,
                                    "2 per exchange, + 2 for groups of fewer lanes (padded: + 0); "
                                    "8-byte words twice that; for the inverse the load's"),
                      wavefronts_of(
                          "shared_load_wavefronts", false,
                          "plain 4, vec8 and padded 2 per exchange; 8-byte words twice that, "
                          "padded and 32 lanes four times; for the inverse the store's"),
                      no_block_barriers()},
      .plan = plan_shared,
  };
}

}  // namespace warpmark::deinterleave
