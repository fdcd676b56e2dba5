// R3: coalesced columns, a resident grid. Wins when enough bytes are in flight.

#include <algorithm>

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

std::uint64_t grid_of_columns(const problem& problem, const config& config,
                              const device_limits& limits) {
  const std::uint64_t requested = static_cast<std::uint64_t>(config.integer("blocks_per_sm")) *
                                  static_cast<std::uint64_t>(limits.multiprocessors);
  const auto per_block = static_cast<std::uint64_t>(
      config.integer("block") * config.integer("vector") * config.integer("unroll"));
  // Blocks without an element would only cost a launch slot.
  return std::min(requested,
                  blocks_for(static_cast<std::uint64_t>(problem.integer("n")), per_block));
}

launch_plan plan_strided(const problem& problem, const config& config,
                         const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::uint64_t grid = grid_of_columns(problem, config, limits);
  const std::size_t partials = plan.scratch("column_sums", grid * block);
  plan.launch(
      templates::strided{
          .block = block, .width = config.integer("vector"), .unroll = config.integer("unroll")},
      grid, block, plan.input(), partials, plan.n());
  add_finish(plan, config.text("finish"), partials, grid * block);
  return plan.take();
}

double depth_of_strided(const problem& problem, const config& config, const device_limits& limits) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::uint64_t threads = grid_of_columns(problem, config, limits) *
                                static_cast<std::uint64_t>(config.integer("block"));
  // A thread reduces its columns, at most vector - 1 elements of the tail, and its accumulators.
  return static_cast<double>(
             n / threads + 1 +
             static_cast<std::uint64_t>(2 * config.integer("vector") + config.integer("unroll"))) +
         finish_rounding_depth(config.text("finish"), threads);
}

// Threads of the grid; known for any device if the grid is not bounded by its size.
std::optional<std::uint64_t> threads_of(const problem& problem, const config& config) {
  device_limits smallest;
  smallest.multiprocessors = 1;
  const std::uint64_t grid = grid_of_columns(problem, config, smallest);
  device_limits larger;
  larger.multiprocessors = 2;
  if (grid != grid_of_columns(problem, config, larger)) return std::nullopt;
  return grid * static_cast<std::uint64_t>(config.integer("block"));
}

// Columns that the loop over `unroll` of them leaves to the loop over one begin there, which cuts a
// sector of each but the last.
std::uint64_t sectors_read_twice(std::uint64_t vectors, std::uint64_t threads, std::uint64_t unroll,
                                 std::uint64_t vector_bytes) {
  const std::uint64_t others = (unroll - 1) * threads;
  if (vectors <= others) return 0;
  const std::uint64_t begin = vectors - others;
  const std::uint64_t in_round = begin % (unroll * threads);
  const bool is_cut = in_round > 0 && in_round < threads && begin * vector_bytes % 32 != 0;
  return is_cut ? unroll - 1 : 0;
}

std::optional<std::uint64_t> sectors_of_columns(const problem& problem, const config& config) {
  const auto threads = threads_of(problem, config);
  if (!loads_whole_sectors(problem) || !threads) return std::nullopt;
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const auto bytes = size_bytes(element_type_of(problem));
  const auto width = static_cast<std::uint64_t>(config.integer("vector"));
  const std::uint64_t tail = n % width;
  return sectors_of(n - tail, bytes) + (tail > 0 ? 1 : 0) +
         sectors_read_twice(n / width, *threads,
                            static_cast<std::uint64_t>(config.integer("unroll")), width * bytes) +
         finish_sectors(problem, config.text("finish"), *threads);
}

std::optional<std::uint64_t> launches_of_columns(const problem& problem, const config& config) {
  const auto threads = threads_of(problem, config);
  if (!threads) return std::nullopt;
  return 1 + finish_launches(problem, config.text("finish"), *threads);
}

}  // namespace

variant strided() {
  return with_dependent_launches({
      .family = "reduce",
      .name = "strided",
      .level = 3,
      .catalogue_id = "R3",
      .title = "grid-stride loop over columns",
      .summary =
          "P threads in all; thread i reduces elements i, i + P, i + 2P, ... Every request is "
          "coalesced, and P is the device's capacity (blocks_per_sm times its multiprocessors) "
          "whatever n is. The P partial results are reduced afterwards. The bytes in flight limit "
          "it: `vector` and `unroll` raise them.",
      .source = "lecture-2019, 04:52-05:58 and 14:53-15:49",
      .types = all_element_types(),
      .operators = commutative_operators(),
      .axes = {block_axis(false),
               blocks_per_sm_axis(4),
               {.name = "vector",
                .summary = "elements per load",
                .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}},
                .base = std::int64_t{1},
                .min = 1,
                .max = 4,
                .power_of_two = true},
               {.name = "unroll",
                .summary = "independent loads in flight per thread, each with its accumulator",
                .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
                .base = std::int64_t{1},
                .min = 1,
                .max = 16},
               finish_axis()},
      .constraints = {{"a vector load is at most 16 bytes: vector * element size <= 16",
                       [](const problem& problem, const config& config, const device_limits&) {
                         const auto type = element_type_of(problem);
                         return config.integer("vector") *
                                    static_cast<std::int64_t>(size_bytes(type)) <=
                                16;
                       }},
                      {"a vector load must be aligned: offset a multiple of vector",
                       [](const problem& problem, const config& config, const device_limits&) {
                         return problem.integer("offset") % config.integer("vector") == 0;
                       }}},
      .costs = {.bytes = "N*s + 2*P*s with P = blocks_per_sm * SMs * B",
                .operations = "N/P per thread, + P to finish",
                .synchronisation = "one more launch to finish"},
      .predictions = {{"bytes in flight per SM", "B * blocks_per_sm * vector * unroll * s"},
                      {"global_load_sectors",
                       "ceil(N*s/32), one more for elements outside full vectors, unroll - 1 more "
                       "where the unrolled loop ends within a sector, and the finish",
                       sectors_of_columns},
                      {"launches", "1 and those of the finish", launches_of_columns}},
      .reproducible = determinism::run_to_run,
      .plan = plan_strided,
      .rounding_depth = depth_of_strided,
  });
}

}  // namespace warpmark::reduce
