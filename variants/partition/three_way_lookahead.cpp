// P6 at the speed of P5: three parts in one pass, counts of tiles run ahead of stores.

#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/partition/shared/lookahead.hpp"
#include "variants/partition/shared/middle.hpp"
#include "variants/partition/shared/templates.hpp"

namespace warpmark::partition {

namespace {

// Those that are equal but differ: 0 and -0, and those with payloads. As three_way_records has it.
bool moves_middle(const plan_builder& plan) {
  return plan.has_payload() || is_floating(plan.type());
}

launch_plan plan_three_way_lookahead(const problem& problem, const config& config,
                                     const device_limits& limits) {
  plan_builder plan(problem);
  const bool moves = moves_middle(plan);
  const kernel_argument null = scalar_argument::of(std::uint64_t{0});
  const keyed_buffers aside = moves ? plan.scratch("aside") : keyed_buffers{keyed_buffers::none};
  launch_lookahead(plan,
                   templates::three_way_lookahead{.T = plan.key_spelling(),
                                                  .Payload = plan.payload_spelling(),
                                                  .block = config.integer("block"),
                                                  .rows = config.integer("rows"),
                                                  .stages = config.integer("stages"),
                                                  .ahead = config.integer("ahead"),
                                                  .blocks_per_sm = config.integer("blocks_per_sm")},
                   problem, config, limits,
                   {moves ? plan.keys_argument(aside) : null, plan.payload_argument(aside)});
  if (moves)
    insert_middle(plan, aside, limits);
  else
    fill_middle(plan, limits);
  return plan.take();
}

std::vector<constraint> constraints_of_three_way_lookahead() {
  auto constraints = lookahead_constraints();
  constraints.insert(constraints.begin(), {makes_three_parts(), counts_in_32_bits()});
  return constraints;
}

// A warp scans its lanes' counts of two parts, four rows of one part per word, and broadcasts the
// words of totals. One warp adds the warps' counts to post them; another scans them, reduces twice
// what it has gathered, in 64 bits, and broadcasts 64 bits.
predicted_count shuffles_of_three_way(const problem& problem, const config& config) {
  const auto words = static_cast<std::uint64_t>((config.integer("rows") + 3) / 4);
  const auto warps = static_cast<std::uint64_t>(config.integer("block") / 32);
  return lookahead_tiles(problem, config) * (warps * 12 * words + 32);
}

std::vector<counter_prediction> predictions_of_three_way() {
  auto predictions = lookahead_predictions();
  predictions.push_back({"launches", "2", [](const problem&, const config&) { return 2; }});
  predictions.push_back({"shuffles", "12*ceil(rows/4)*B/32 + 32 per tile", shuffles_of_three_way});
  return predictions;
}

}  // namespace

variant three_way_lookahead() {
  return {
      .family = "partition",
      .name = "three_way_lookahead",
      .level = 9,
      .catalogue_id = "",
      .title = "three parts with decoupled look-ahead",
      .summary =
          "decoupled_lookahead with two counts per tile, of 16 bits each in the word that it "
          "posts. "
          "The elements below the pivot keep their order and grow from the output's beginning, "
          "those above it grow from its end and are reversed. The middle part begins where the "
          "left one ends, which is known last. Integers without payloads that are equal to the "
          "pivot are only counted, and a second kernel writes as many: each element is read and "
          "written once. Equal floats (0 and -0) and elements with payloads differ: they go to a "
          "temporary array in their order, and the second kernel moves them.",
      .source =
          "catalogue P5, P6 and S9; D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with "
          "Decoupled Look-back, NVR-2016-002; E. Dijkstra, A Discipline of Programming (1976), the "
          "national flag",
      .types = partitioned_types(),
      .axes = lookahead_axes(),
      .constraints = constraints_of_three_way_lookahead(),
      .default_problem = {{"parts", std::int64_t{3}}},
      .costs = {.bytes = "2*N*s, + 2*E*s for floats and pairs, E the elements equal to the pivot; "
                         "8*G^2 from L2 per wave of G tiles",
                .operations = "3 comparisons per element; two scans of counts over the lanes per 4 "
                              "rows",
                .synchronisation =
                    "4 barriers in shared memory and one gather per tile, 2 launches"},
      .predictions = predictions_of_three_way(),
      .reproducible = determinism::gpu_to_gpu,
      .selected_in_order = true,
      .plan = plan_three_way_lookahead,
  };
}

}  // namespace warpmark::partition
