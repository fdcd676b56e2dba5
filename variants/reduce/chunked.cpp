// R2: a contiguous piece per thread. The layout that suits CPUs and prevents coalescing.

#include <algorithm>
#include <bit>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/finish.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/predictions.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

launch_plan plan_chunked(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto chunk = static_cast<std::uint64_t>(config.integer("chunk"));
  const std::uint64_t chunks = blocks_for(plan.n(), chunk);
  const std::uint64_t grid = blocks_for(chunks, block);
  const std::size_t partials = plan.scratch("chunk_sums", chunks);
  plan.launch(templates::chunked{.block = block, .chunk = chunk}, grid, block, plan.input(),
              partials, plan.n());
  add_finish(plan, config.text("finish"), partials, chunks);
  return plan.take();
}

double depth_of_chunked(const problem& problem, const config& config, const device_limits&) {
  const auto chunk = static_cast<std::uint64_t>(config.integer("chunk"));
  const std::uint64_t chunks = blocks_for(static_cast<std::uint64_t>(problem.integer("n")), chunk);
  return static_cast<double>(chunk) + finish_rounding_depth(config.text("finish"), chunks);
}

std::uint64_t chunks_of(const problem& problem, const config& config) {
  return blocks_for(static_cast<std::uint64_t>(problem.integer("n")),
                    static_cast<std::uint64_t>(config.integer("chunk")));
}

// A warp's request touches one sector per lane, or as many as lie between its lanes.
std::optional<std::uint64_t> sectors_of_chunks(const problem& problem, const config& config) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const auto chunk = static_cast<std::uint64_t>(config.integer("chunk"));
  if (!loads_whole_sectors(problem) || !std::has_single_bit(chunk) || n == 0 ||
      n % (32 * chunk) != 0)
    return std::nullopt;
  const auto bytes = size_bytes(element_type_of(problem));
  return n / 32 * std::min<std::uint64_t>(32, chunk * bytes) +
         finish_sectors(problem, config.text("finish"), chunks_of(problem, config));
}

std::optional<std::uint64_t> launches_of_chunks(const problem& problem, const config& config) {
  return 1 + finish_launches(problem, config.text("finish"), chunks_of(problem, config));
}

}  // namespace

variant chunked() {
  return with_dependent_launches({
      .family = "reduce",
      .name = "chunked",
      .level = 2,
      .catalogue_id = "R2",
      .title = "contiguous chunk per thread (blocked layout)",
      .summary =
          "Each thread reduces `chunk` neighbouring elements, the usual distribution among MPI "
          "ranks; the partial results are reduced afterwards. Neighbouring lanes then read `chunk` "
          "elements apart, so one request touches min(32, 4 * chunk) sectors (4-byte elements) "
          "instead of 4. Memory traffic stays N*s while the touched lines survive in L1 until "
          "their other words are read, and rises up to eightfold beyond that.",
      .source = "lecture-2019, 02:17-04:24 and 12:05",
      .types = all_element_types(),
      .axes = {block_axis(false),
               {.name = "chunk",
                .summary = "contiguous elements per thread",
                .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8},
                           std::int64_t{16}, std::int64_t{32}, std::int64_t{64}, std::int64_t{128},
                           std::int64_t{256}},
                .base = std::int64_t{16},
                .min = 1,
                .max = 1 << 20},
               finish_axis()},
      .costs = {.bytes = "N*s to 8*N*s, + C*s partials with C = ceil(N/chunk)",
                .operations = "N/C per thread, + C to finish",
                .synchronisation = "one more launch to finish"},
      .predictions = {{"global_load_sectors",
                       "min(32, chunk*s) per 32 elements, and the finish (chunk a power of two, N "
                       "a multiple of 32*chunk)",
                       sectors_of_chunks},
                      {"launches", "1 and those of the finish", launches_of_chunks}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_chunked,
      .rounding_depth = depth_of_chunked,
  });
}

}  // namespace warpmark::reduce
