// R2: a contiguous piece per thread. The layout that CPUs like and coalescing does not.

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/finish.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/predictions.hpp"

namespace warpmark::reduce {

namespace {

launch_plan plan_chunked(const problem& asked, const config& how, const device_limits&) {
  plan_builder plan(asked);
  const auto block = static_cast<std::uint32_t>(how.integer("block"));
  const auto chunk = static_cast<std::uint64_t>(how.integer("chunk"));
  const std::uint64_t chunks = blocks_for(plan.n(), chunk);
  const std::uint64_t grid = blocks_for(chunks, block);
  const std::size_t partials = plan.scratch("chunk_sums", chunks);
  plan.launch("chunked", {fmt::to_string(block), fmt::to_string(chunk)}, grid, block, plan.input(),
              partials, plan.n());
  add_finish(plan, how.text("finish"), partials, chunks);
  return plan.take();
}

double depth_of_chunked(const problem& asked, const config& how, const device_limits&) {
  const auto chunk = static_cast<std::uint64_t>(how.integer("chunk"));
  const std::uint64_t chunks = blocks_for(static_cast<std::uint64_t>(asked.integer("n")), chunk);
  return static_cast<double>(chunk) + finish_rounding_depth(how.text("finish"), chunks);
}

std::uint64_t chunks_of(const problem& asked, const config& how) {
  return blocks_for(static_cast<std::uint64_t>(asked.integer("n")),
                    static_cast<std::uint64_t>(how.integer("chunk")));
}

// A request of a warp touches a sector a lane, or as many as lie between its lanes.
std::optional<std::uint64_t> load_sectors(const problem& asked, const config& how) {
  const auto n = static_cast<std::uint64_t>(asked.integer("n"));
  const auto chunk = static_cast<std::uint64_t>(how.integer("chunk"));
  if (!loads_whole_sectors(asked) || !std::has_single_bit(chunk) || n == 0 || n % (32 * chunk) != 0)
    return std::nullopt;
  const auto bytes = size_bytes(element_type_of(asked));
  return n / 32 * std::min<std::uint64_t>(32, chunk * bytes) +
         finish_sectors(asked, how.text("finish"), chunks_of(asked, how));
}

std::optional<std::uint64_t> launches(const problem& asked, const config& how) {
  return 1 + finish_launches(asked, how.text("finish"), chunks_of(asked, how));
}

}  // namespace

variant chunked() {
  return {
      .family = "reduce",
      .name = "chunked",
      .rung = 2,
      .catalogue_id = "R2",
      .title = "contiguous chunk per thread (blocked layout)",
      .summary =
          "Each thread folds `chunk` neighbouring elements, as one would share out work among MPI "
          "ranks; the partial results are folded afterwards. Neighbouring lanes then read `chunk` "
          "elements apart, so one request touches min(32, 4 * chunk) sectors (4-byte elements) "
          "instead of 4. Memory traffic stays N*s while the touched lines survive in L1 until "
          "their other words are read, and rises up to eightfold beyond that.",
      .source = "seed 002 (lecture), 02:17-04:24 and 12:05",
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
                .synchronisation = "one launch more to finish"},
      .defects = {{"global_load_sectors",
                   "min(32, chunk*s) for each 32 elements, and the finish (chunk a power of two, N "
                   "a multiple of 32*chunk)",
                   load_sectors},
                  {"launches", "1 and those of the finish", launches}},
      .plan = plan_chunked,
      .rounding_depth = depth_of_chunked,
  };
}

}  // namespace warpmark::reduce
