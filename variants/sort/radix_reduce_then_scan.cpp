// M8 as it was before look-back: counts, their scan, and the scatter are kernels of their own.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/sort/shared/radix.hpp"
#include "variants/sort/shared/templates.hpp"

namespace warpmark::sort {
namespace {

constexpr std::uint32_t scan_counts_block = 128;  // four digits

// How the tiles are shared among the blocks of a grid that is resident, or nearly.
struct radix_shares {
  std::uint64_t tiles_each, grid;

  radix_shares(std::uint64_t tiles, std::uint64_t max_blocks)
      : tiles_each(std::max<std::uint64_t>(1, blocks_for(tiles, max_blocks))),
        grid(blocks_for(tiles, tiles_each)) {}
};

std::uint64_t radix_tiles(const problem& problem, const config& config) {
  return blocks_for(n_of(problem), radix_tiling_of(problem, config).size());
}

launch_plan plan_reduce_then_scan(const problem& problem, const config& config,
                                  const device_limits& limits) {
  keyed_plan plan(problem);
  const radix_tiling tiling = radix_tiling_of(problem, config);
  const auto blocks_per_sm = static_cast<std::uint64_t>(config.integer("blocks_per_sm"));
  const radix_shares shares(radix_tiles(problem, config),
                            blocks_per_sm * static_cast<std::uint64_t>(limits.multiprocessors));
  const keyed_buffers between = plan.scratch("between");
  const buffer_argument counts{plan.scratch_bytes("counts", radix_digits * shares.grid * 4)};
  const buffer_argument sums{plan.scratch_bytes("sums", radix_digits * 4)};
  const auto word = [](std::uint64_t value) {
    return scalar_argument::of(static_cast<std::uint32_t>(value));
  };
  const kernel_argument n = word(plan.n()), tiles_each = word(shares.tiles_each);
  const std::uint64_t passes = radix_passes(problem);
  const std::string ordered = passes == 4 ? "unsigned" : "unsigned long long";
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    const bool is_odd = pass % 2 == 1;
    const keyed_buffers from = pass == 0 ? plan.from() : is_odd ? between : plan.to();
    const keyed_buffers to = is_odd ? plan.to() : between;
    const std::string in = pass == 0 ? plan.key_spelling() : ordered;
    plan.launch_instance(
        templates::radix_upsweep{.In = in, .block = tiling.block, .items = tiling.items},
        shares.grid, tiling.block, {plan.keys_argument(from), n, word(pass), tiles_each, counts});
    plan.launch_instance(templates::radix_scan_counts{.block = scan_counts_block},
                         radix_digits / (scan_counts_block / 32), scan_counts_block,
                         {counts, word(shares.grid), sums});
    auto& step = plan.launch_instance(
        templates::radix_downsweep{
            .In = in,
            .Out = pass == passes - 1 ? plan.key_spelling() : ordered,
            .Payload = plan.payload_spelling(),
            .block = tiling.block,
            .items = tiling.items,
            .Matching = tiling.matching_spelling(),
            .min_blocks = std::max<std::int64_t>(1, config.integer("resident") / tiling.block)},
        shares.grid, tiling.block,
        {plan.keys_argument(from), plan.payload_argument(from), plan.keys_argument(to),
         plan.payload_argument(to), n, word(pass), tiles_each, counts, sums});
    step.shape.dynamic_shared_bytes = tiling.shared_bytes();
  }
  return plan.take();
}

// Where each tile has a block of its own on any device.
predicted_count barriers_of_reduce_then_scan(const problem& problem, const config& config) {
  constexpr std::uint64_t min_multiprocessors = 4;
  const std::uint64_t tiles = radix_tiles(problem, config);
  if (n_of(problem) == 0 ||
      tiles > min_multiprocessors * static_cast<std::uint64_t>(config.integer("blocks_per_sm")))
    return {};
  return radix_passes(problem) * tiles * (2 + 5);
}

std::vector<counter_prediction> predictions_of_reduce_then_scan() {
  const auto votes = [](const problem& problem, const config& config) -> predicted_count {
    if (n_of(problem) == 0) return {};
    if (config.text("matching") != "ballot") return 0;
    return 8 * radix_passes(problem) * radix_tiles(problem, config) *
           radix_tiling_of(problem, config).size() / 32;
  };
  return {
      {"launches", "3*d",
       [](const problem& problem, const config&) -> predicted_count {
         return 3 * radix_passes(problem);
       }},
      {"votes", "8*d*N/32 with matching=ballot, else 0 (full tiles)", votes},
      {"block_barriers",
       "3 per block and 4 per tile for each digit: 7*d*N/T where each tile has a block of its own",
       barriers_of_reduce_then_scan}};
}

}  // namespace

variant radix_reduce_then_scan() {
  return {
      .family = "sort",
      .name = "radix_reduce_then_scan",
      .level = 8,
      .catalogue_id = "M8",
      .title = "least-significant-digit radix sort, three kernels per digit",
      .summary =
          "For each digit of 8 bits, a first kernel counts the digits of each block's share of the "
          "keys, a second one scans the counts, and a third one puts the keys in order, tile by "
          "tile, as radix_onesweep does. No block waits for another, and no tile looks back; but "
          "every pass reads the keys twice: 48 bytes per key of 4, where radix_onesweep moves 36. "
          "The best radix sort before look-back.",
      .source = "radix-2011; catalogue M8",
      .types = radix_types(),
      .axes = {radix_block_axis(384), radix_items_axis(20), matching_axis(), resident_axis(),
               blocks_per_sm_axis(4)},
      .constraints = {radix_tile_fits_shared_memory(),
                      {"indices of keys, and of the end of a share, must fit 32 bits: n <= 2^31",
                       [](const problem& problem, const config&, const device_limits&) {
                         return n_of(problem) <= 1ULL << 31;
                       }}},
      .costs = {.bytes = "3*d*N*s with d = s digits, 2*d*N*4 of payloads, and 2*d*1024 per block "
                         "of counts",
                .operations = "d*N atomics and d*N ranks, each of 8 votes, a match, or 3 accesses "
                              "to shared memory",
                .synchronisation = "3*d launches"},
      .predictions = predictions_of_reduce_then_scan(),
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_reduce_then_scan,
  };
}

}  // namespace warpmark::sort
