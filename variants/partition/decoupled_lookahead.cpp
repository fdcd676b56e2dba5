// P5, the fast form: counts of tiles run ahead of stores. The top level.

#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/partition/shared/lookahead.hpp"
#include "variants/partition/shared/templates.hpp"
#include "variants/scan/shared/waves.hpp"

namespace warpmark::partition {

namespace {

launch_plan plan_lookahead(const problem& problem, const config& config,
                           const device_limits& limits) {
  plan_builder plan(problem);
  launch_lookahead(plan,
                   templates::decoupled_lookahead{.T = plan.key_spelling(),
                                                  .Payload = plan.payload_spelling(),
                                                  .block = config.integer("block"),
                                                  .rows = config.integer("rows"),
                                                  .stages = config.integer("stages"),
                                                  .ahead = config.integer("ahead"),
                                                  .blocks_per_sm = config.integer("blocks_per_sm")},
                   problem, config, limits);
  return plan.take();
}

std::vector<constraint> constraints_of_lookahead() {
  auto constraints = lookahead_constraints();
  constraints.insert(constraints.begin(), makes_two_parts());
  return constraints;
}

// A warp scans its lanes' counts, four rows per word, and broadcasts each row's total. One warp
// adds the warps' counts to post them; another scans them, reduces twice what it has gathered, and
// broadcasts 64 bits.
predicted_count shuffles_of_lookahead(const problem& problem, const config& config) {
  const auto rows = static_cast<std::uint64_t>(config.integer("rows"));
  const auto warps = static_cast<std::uint64_t>(config.integer("block") / 32);
  return lookahead_tiles(problem, config) * (warps * (5 * ((rows + 3) / 4) + rows) + 22);
}

predicted_count load_sectors(const problem& problem, const config& config) {
  const bool one_tile =
      input_offset(problem) == 0 && static_cast<std::uint64_t>(problem.integer("n")) ==
                                        scan::vector_tile_elements(problem, config);
  return one_tile ? predicted_count(0) : predicted_count();
}

std::vector<counter_prediction> predictions_of_lookahead() {
  auto predictions = lookahead_predictions();
  predictions.push_back(one_launch());
  predictions.push_back(
      {"global_load_sectors",
       "0 for one full tile: bulk copies are no requests; else the reads of the boards",
       load_sectors});
  predictions.push_back(
      {"shuffles", "(5*ceil(rows/4) + rows)*B/32 + 22 per tile", shuffles_of_lookahead});
  return predictions;
}

}  // namespace

variant decoupled_lookahead() {
  return {
      .family = "partition",
      .name = "decoupled_lookahead",
      .level = 7,
      .catalogue_id = "P5",
      .title = "decoupled look-ahead: bulk copies, counts ahead of stores",
      .summary =
          "The structure of scan/decoupled_lookahead: a resident grid processes the tiles in "
          "waves, bulk copies load them into a ring in shared memory, and three warps request "
          "tiles, post how many elements of a tile go left, and gather the counts before it. The "
          "other warps split a tile as soon as it has arrived, each its own part of it and in "
          "place: the elements that go left to the beginning, the others to the end. `ahead` tiles "
          "later, when every block has had time to post, they store these two runs. Indices on the "
          "left follow from the counts before; those on the right are counted from the output's "
          "end, so no total is needed first: elements that go left keep their order, and the "
          "others are reversed, as in CUB. Every element is read and written once, by one launch "
          "that restores its state.",
      .source =
          "catalogue P5 and S9; D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with "
          "Decoupled Look-back, NVR-2016-002; the order of cub::DevicePartition",
      .types = partitioned_types(),
      .axes = lookahead_axes(),
      .constraints = constraints_of_lookahead(),
      .costs = {.bytes = "2*N*s; 8*G^2 from L2 per wave of G tiles",
                .operations =
                    "2 comparisons per element; one scan of counts over the lanes per 4 rows",
                .synchronisation =
                    "4 barriers in shared memory and one gather per tile, one launch"},
      .predictions = predictions_of_lookahead(),
      .reproducible = determinism::gpu_to_gpu,
      .selected_in_order = true,
      .plan = plan_lookahead,
  };
}

}  // namespace warpmark::partition
