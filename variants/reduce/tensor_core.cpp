// Sums by products with a matrix of ones: additions by the tensor cores.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

constexpr std::uint64_t vector_bytes_of_fragment = 16;

// Tiles of block * unroll vectors, the last of which may be partial. Vectors begin at a multiple of
// their size.
std::uint64_t tiles_of_fragments(const problem& problem, const config& config) {
  const std::uint64_t width = vector_bytes_of_fragment / size_bytes(element_type_of(problem));
  const std::uint64_t past = input_offset(problem) % width;
  const std::uint64_t head = std::min(n_of(problem), past == 0 ? 0 : width - past);
  const std::uint64_t vectors = (n_of(problem) - head) / width;
  const auto tile = static_cast<std::uint64_t>(config.integer("block") * config.integer("unroll"));
  return (vectors + tile - 1) / tile;
}

std::uint64_t grid_of_fragments(const problem& problem, const config& config,
                                const device_limits& limits) {
  const auto most = static_cast<std::uint64_t>(config.integer("blocks_per_sm")) *
                    static_cast<std::uint64_t>(limits.multiprocessors);
  return std::clamp<std::uint64_t>(tiles_of_fragments(problem, config), 1, most);
}

launch_plan plan_tensor_sum(const problem& problem, const config& config,
                            const device_limits& limits) {
  plan_builder plan(problem);
  const std::uint64_t grid = grid_of_fragments(problem, config, limits);
  const std::size_t partials = plan.scratch("partials", grid);
  const std::size_t ticket = plan.state("ticket", sizeof(std::uint32_t));
  plan.launch(
      templates::tensor_core{.block = config.integer("block"), .unroll = config.integer("unroll")},
      grid, static_cast<std::uint32_t>(config.integer("block")), plan.input(), plan.output(),
      plan.n(), {buffer_argument{partials}, buffer_argument{ticket}});
  return plan.take();
}

// One product per warp and vector of its lanes.
std::uint64_t products_of_sum(const problem& problem, const config& config) {
  return tiles_of_fragments(problem, config) *
         static_cast<std::uint64_t>(config.integer("unroll") * config.integer("block") / 32);
}

counter_prediction operations_of_sum(std::vector<element_type> types, const char* counter) {
  return {counter, "4096 per product of 16-bit floats, 8192 of bytes",
          [types](const problem& problem, const config& config) -> predicted_count {
            const auto type = element_type_of(problem);
            if (std::find(types.begin(), types.end(), type) == types.end()) return {};
            return 8192 / size_bytes(type) * products_of_sum(problem, config);
          }};
}

// The number of blocks, where no device since compute capability 8.0 bounds it.
predicted_count unbounded_grid(const problem& problem, const config& config) {
  constexpr int min_multiprocessors = 4;
  device_limits smallest;
  smallest.multiprocessors = min_multiprocessors;
  const std::uint64_t tiles = std::max<std::uint64_t>(1, tiles_of_fragments(problem, config));
  if (grid_of_fragments(problem, config, smallest) < tiles) return {};
  return tiles;
}

// Every block reduces its threads' sums, and the last one the blocks'.
predicted_count shuffles_of_sum(const problem& problem, const config& config) {
  const auto grid = unbounded_grid(problem, config);
  if (!grid) return {};
  const auto warps = static_cast<std::uint64_t>(config.integer("block") / 32);
  return (*grid + 1) * (warps == 1 ? 5 : 5 * warps + 5);
}

// As in scan/tensor_core: 17 numbers are cut below half a unit roundoff each, and the sum below
// two.
double depth_of_tensor_sum(const problem& problem, const config& config,
                           const device_limits& limits) {
  const std::uint64_t grid = grid_of_fragments(problem, config, limits);
  const auto turns = static_cast<double>(tiles_of_fragments(problem, config) / grid + 1);
  // The turns; accumulators and rows, both ends, the block, the blocks.
  return (17.0 / 2 + 2) * turns + static_cast<double>(config.integer("unroll")) + 1 + 2 + 10 +
         static_cast<double>(grid / static_cast<std::uint64_t>(config.integer("block"))) + 11;
}

}  // namespace

variant tensor_core() {
  return {
      .family = "reduce",
      .name = "tensor_core",
      .level = 20,
      .catalogue_id = "",
      .title = "sum by tensor cores, with a matrix of ones",
      .summary =
          "A matrix of elements times a matrix of ones has the sums of its rows in every column, "
          "and the accumulator adds those of all tiles: one mma instruction adds the 512 bytes "
          "that a warp has loaded, instead of 8 or 16 additions per lane. A sum does not depend on "
          "the order of its elements, so vectors of 16 bytes are operands as they were loaded. "
          "Seven of eight columns are the same and unused. Partial results are integers of 32 "
          "bits, which are exact and wrap, or floats, which the tensor cores cut where adders "
          "round, by up to 10.5 roundings per product on an H100 (docs/simt.md). Hypothesis: for "
          "long arrays memory is the limit, which vectorised reaches already, so that nothing is "
          "gained; if anything is, then for narrow elements in the L2 cache.",
      .source =
          "A. Dakkak, C. Li, J. Xiong, I. Gelado, W. Hwu, Accelerating Reduction and Scan Using "
          "Tensor Core Units, ICS 2019",
      .types = {element_type::i8, element_type::u8, element_type::f16, element_type::bf16},
      .operators = {"sum"},
      .axes = {block_axis(false), blocks_per_sm_axis(2), unroll_axis(4)},
      .default_problem = {{"type", "f16"}},
      .costs = {.bytes = "N*s + 2*G*s",
                .operations = "N*s/512 products, + G by the last block",
                .synchronisation = "one fence and one atomic per block, one launch"},
      .predictions = {{"bytes in flight per SM", "B * blocks_per_sm * unroll * 16"},
                      one_launch(),
                      {"tensor_instructions",
                       "unroll*B/32 per tile of B*unroll vectors of 16 bytes", products_of_sum},
                      operations_of_sum({element_type::f16}, "tensor_f16_operations"),
                      operations_of_sum({element_type::bf16}, "tensor_bf16_operations"),
                      operations_of_sum({element_type::i8, element_type::u8},
                                        "tensor_int8_operations"),
                      {"global_atomic_requests", "G (if G is not bounded by the device)",
                       unbounded_grid},
                      {"shuffles", "(5*B/32 + 5)*(G + 1), or 5*(G + 1) if B = 32 (G as above)",
                       shuffles_of_sum}},
      .reproducible = determinism::run_to_run,
      .plan = plan_tensor_sum,
      .rounding_depth = depth_of_tensor_sum,
  };
}

}  // namespace warpmark::reduce
