// Look-back over tiles that the tensor cores scan: products with triangles of ones.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"
#include "variants/scan/shared/templates.hpp"

namespace warpmark::scan {

namespace {

std::uint64_t tensor_tile_size(const config& config) {
  return value_of(config, "block") / 32 * 256 * value_of(config, "matrices");
}

std::uint64_t tensor_tiles(const problem& problem, const config& config) {
  return blocks_for(n_of(problem), tensor_tile_size(config));
}

launch_plan plan_tensor_scan(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const std::uint64_t grid = tensor_tiles(problem, config);
  const operator_kernel tile = templates::tensor_tile{.threads = config.integer("block"),
                                                      .matrices = config.integer("matrices")};
  constexpr std::size_t counters = 32;  // bytes: statuses begin at a sector
  const std::size_t statuses = plan.zeroed("statuses", counters + grid * 8);
  plan.launch_instance(
      template_instance(
          templates::decoupled_lookback{.Tile = tile.with({.In = plan.held_by(plan.input()),
                                                           .Out = plan.held_by(plan.output()),
                                                           .Op = plan.op_spelling()}),
                                        .inclusive = plan.inclusive(),
                                        .Delay = "scan::no_delay",
                                        .clears = false})
          .from("scan/tensor_core.cuh"),
      grid, static_cast<std::uint32_t>(config.integer("block")),
      {plan.begin_of(plan.input()), plan.begin_of(plan.output()), scalar_argument::of(plan.n()),
       buffer_argument{statuses}, scalar_argument::of(std::uint64_t{0})});
  return plan.take();
}

// Three products per matrix: two halves of the triangle, and the rows' totals.
std::uint64_t products(const problem& problem, const config& config) {
  return tensor_tiles(problem, config) * (value_of(config, "block") / 32) * 3 *
         value_of(config, "matrices");
}

counter_prediction operations_of(element_type type, const char* counter) {
  return {counter, "4096 per product",
          [type](const problem& problem, const config& config) -> predicted_count {
            if (element_type_of(problem) != type) return {};
            return 4096 * products(problem, config);
          }};
}

// Without look-back: one tile, full and aligned.
predicted_count for_one_tile(const problem& problem, const config& config,
                             std::uint64_t predicted) {
  if (n_of(problem) != tensor_tile_size(config) || input_offset(problem) != 0) return {};
  return predicted;
}

predicted_count sectors_of_one_tile(const problem& problem, const config& config) {
  return for_one_tile(problem, config, tensor_tile_size(config) * 2 / 32);
}

// A product adds 16 numbers and the accumulator, each cut at 25 bits below the largest exponent:
// below half a unit roundoff each; then the sum is cut to float32, below two (docs/simt.md).
constexpr double roundings_per_product = 17.0 / 2 + 2;

double depth_of_tensor_scan(const problem& problem, const config& config, const device_limits&) {
  const auto warps = static_cast<double>(config.integer("block")) / 32;
  const auto tiles = static_cast<double>(tensor_tiles(problem, config));
  // The products along a row, the rows of a warp, its prefix and the row's; at worst every tile
  // adds to its predecessor's prefix.
  return roundings_per_product * static_cast<double>(config.integer("matrices")) + 1 + 3 + 1 + 1 +
         warps + tiles + 2;
}

}  // namespace

variant tensor_core() {
  return {
      .family = "scan",
      .name = "tensor_core",
      .level = 9,
      .catalogue_id = "",
      .title = "decoupled look-back over tiles scanned by tensor cores",
      .summary =
          "A matrix of 16 x 16 elements times an upper triangle of ones has the scan of each row "
          "in its columns, and times a matrix of ones the row's total, which the accumulators "
          "carry to the next matrix: three mma instructions per 256 elements, and four shuffles "
          "per warp and tile. Rows and columns are permuted so that lanes access 8 consecutive "
          "bytes. The tiles are combined as in decoupled_lookback. Sums of 16-bit floats only, "
          "with float partial results; the tensor cores cut where adders round, by up to 10.5 "
          "roundings per product on an H100 (docs/simt.md). An infinity times a zero of the "
          "triangle is NaN: results before an infinity may be NaN. Hypothesis: a scan of a long "
          "array is limited by memory, so that nothing is gained over scans whose accesses are as "
          "wide (all_gather, decoupled_lookahead); decoupled_lookback, which loads elements one by "
          "one, is no measure of it.",
      .source =
          "A. Dakkak, C. Li, J. Xiong, I. Gelado, W. Hwu, Accelerating Reduction and Scan Using "
          "Tensor Core Units, ICS 2019",
      .types = {element_type::f16, element_type::bf16},
      .operators = {"sum"},
      .axes = {block_axis(false),
               {.name = "matrices",
                .summary = "matrices of 16 x 16 elements per warp, side by side",
                .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
                .base = std::int64_t{4},
                .min = 1,
                .max = 16}},
      .default_problem = {{"type", "f16"}},
      .costs = {.bytes = "2*N*s + about 24*N/T, T = 8*B*matrices",
                .operations = "3 products per 256 elements; N adds, and 32 or more per tile",
                .synchronisation = "one launch and a fill; N/T look-backs, which overlap"},
      .predictions = {one_launch(),
                      {"tensor_instructions", "3*matrices*B/32*G", products},
                      operations_of(element_type::f16, "tensor_f16_operations"),
                      operations_of(element_type::bf16, "tensor_bf16_operations"),
                      {"global_atomic_requests", "G on the counter of tiles", tensor_tiles},
                      {"block_barriers", "3*G",
                       [](const problem& problem, const config& config) -> predicted_count {
                         return 3 * tensor_tiles(problem, config);
                       }},
                      {"shuffles", "4*B/32 (one full tile)",
                       [](const problem& problem, const config& config) {
                         return for_one_tile(problem, config, value_of(config, "block") / 32 * 4);
                       }},
                      {"global_load_sectors", "N*s/32 (one full tile)", sectors_of_one_tile},
                      {"global_store_sectors", "N*s/32 (one full tile)", sectors_of_one_tile}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_tensor_scan,
      .rounding_depth = depth_of_tensor_scan,
  };
}

}  // namespace warpmark::scan
