// H4: every key against every key, in a form that suits a GPU.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/table.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

// Each block loads its own keys, then all keys tile by tile. Lanes of one warp with different
// numbers of keys diverge in the unrolled loop, and repeat the loads of the others.
std::optional<std::uint64_t> load_requests(const problem& problem, const config& config) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  if (n % 32 != 0) return std::nullopt;
  return n / 32 + tile_count(problem, config) * (n / 32);
}

std::optional<std::uint64_t> records(const problem& problem, const config&) {
  if (problem.integer("n") == 0) return 0;
  if (problem.text("dist") == "constant") return 1;
  if (problem.text("dist") != "distinct" || !is_dense(problem)) return std::nullopt;
  return static_cast<std::uint64_t>(std::min(problem.integer("n"), problem.integer("bins")));
}

launch_plan plan_all_pairs(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem, answer::table);
  const auto [table, used] = add_appended_table(plan);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  plan.launch_instance(templates::all_pairs{.T = plan.key_spelling(),
                                            .block = block,
                                            .tile = config.integer("tile"),
                                            .items = config.integer("items")},
                       tile_count(problem, config), block,
                       {plan.input_argument(), buffer_argument{table}, buffer_argument{used},
                        scalar_argument::of(plan.n()), scalar_argument::of(last_counted(problem)),
                        scalar_argument::of(static_cast<std::uint32_t>(plan.bins()))});
  return plan.take();
}

}  // namespace

variant all_pairs() {
  return {
      .family = "count",
      .name = "all_pairs",
      .level = 4,
      .catalogue_id = "H4",
      .title = "all pairs, in tiles of shared memory",
      .summary =
          "A thread keeps a few keys in registers and iterates over all keys in tiles that its "
          "block shares. Of equal keys the first one counts the others, and its thread takes the "
          "next record of the table: no search, no lock, no order between the threads. This is the "
          "published algorithm in a form that suits a GPU, and still quadratic: at 10^9 keys, the "
          "comparisons alone take hours where counters need 0.2 ms. No tuning of it gains as much "
          "as another algorithm.",
      .source =
          "dca-2016, its algorithm; the tiles are those of Nyland, Harris & "
          "Prins, GPU Gems 3, chapter 31",
      .types = key_types(),
      .axes = {block_axis(false),
               {.name = "tile",
                .summary = "keys per tile in shared memory",
                .values = {std::int64_t{256}, std::int64_t{1024}, std::int64_t{4096}},
                .base = std::int64_t{1024},
                .min = 32,
                .max = 4096,
                .multiple_of = 32},
               {.name = "items",
                .summary = "keys that a thread keeps in registers",
                .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
                .base = std::int64_t{4},
                .min = 1,
                .max = 16}},
      .constraints = {few_keys_to_interpret(),
                      {"its work is quadratic: n is at most 10^7, which takes minutes",
                       [](const problem& problem, const config&, const device_limits&) {
                         return problem.integer("n") <= 10'000'000;
                       }}},
      .costs = {.bytes = "N*s + k*16, and N/(B*items) * N*s from L2",
                .operations = "N*N comparisons",
                .synchronisation = "2 barriers per tile and block; k atomics on one word"},
      .predictions = {one_launch(),
                      {"global_load_requests",
                       "N/32 + ceil(N/(B*items)) * N/32, for N a multiple of 32", load_requests},
                      {"global_atomic_lanes", "one per distinct key", records}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_all_pairs,
  };
}

}  // namespace warpmark::count
