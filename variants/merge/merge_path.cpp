// M5: tiles of the result that are all of one size, in every pass.

#include <numeric>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/merge/shared/tiles.hpp"

namespace warpmark::merge {

namespace {

merge_pass merge_pass_of(const problem& problem, const config& config) {
  return {.tiles = tiling_of(config),
          .fused_search = config.text("search") == "fused",
          .run = static_cast<std::uint64_t>(problem.integer("run"))};
}

launch_plan plan_merge_path(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  const merge_pass pass = merge_pass_of(problem, config);
  const std::size_t splits =
      pass.fused_search ? 0 : plan.scratch_bytes("splits", 4 * pass.grid(plan.n()));
  add_merge_pass(plan, problem, pass, plan.from(), plan.to(), splits);
  return plan.take();
}

// Every tile is full, and so is every pair of runs.
bool is_whole(const problem& problem, const config& config) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const merge_pass pass = merge_pass_of(problem, config);
  return n > 0 && n % (2 * pass.run) == 0 && 2 * pass.run % pass.tiles.size() == 0;
}

bool has_keys_of_4_bytes(const problem& problem) {
  return size_bytes(element_type_of(problem)) == 4 && problem.text("payload") == "none";
}

predicted_count launches(const problem&, const config& config) {
  return config.text("search") == "fused" ? 1 : 2;
}

predicted_count stored_sectors(const problem& problem, const config& config) {
  if (!is_whole(problem, config) || !has_keys_of_4_bytes(problem) ||
      config.text("search") != "fused")
    return {};
  return static_cast<std::uint64_t>(problem.integer("n")) / 8;
}

predicted_count barriers_of_merge_path(const problem& problem, const config& config) {
  if (!is_whole(problem, config)) return {};
  const std::uint64_t tiles =
      merge_pass_of(problem, config).grid(static_cast<std::uint64_t>(problem.integer("n")));
  return tiles * (config.text("thread_merge") == "network" ? 5 : 4);
}

// Threads store their keys as vectors of v words, v the greatest of 4, 2 and 1 that divides items:
// 32/v lanes at a time, whose vectors are items/v of them apart.
std::uint64_t conflict_degree(std::uint64_t items) {
  const std::uint64_t words = std::gcd(items, std::uint64_t{4});
  return std::gcd(items / words, 32 / words);
}

predicted_count stored_wavefronts(const problem& problem, const config& config) {
  const merge_pass pass = merge_pass_of(problem, config);
  if (!is_whole(problem, config) || !has_keys_of_4_bytes(problem) || !pass.fused_search) return {};
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::uint64_t board = pass.tiles.method == "network" ? pass.tiles.block / 32 : 0;
  return n / 32 * (1 + conflict_degree(pass.tiles.items)) + pass.grid(n) * (board + 2);
}

std::vector<counter_prediction> predictions() {
  return {{"launches", "1, or 2 if search=separate", launches},
          {"global_store_sectors", "N/8 (4-byte keys, full tiles, search=fused)", stored_sectors},
          {"block_barriers", "5*N/T, or 4*N/T if thread_merge=serial (full tiles)",
           barriers_of_merge_path},
          {"shared_store_wavefronts",
           "N/32*(1 + c) + (B/32 + 2)*N/T, where threads that store K neighbouring keys conflict c "
           "= gcd(K/v, 32/v) times, v = gcd(K, 4): not if K is odd (4-byte keys, full tiles, "
           "search=fused; without B/32 if thread_merge=serial)",
           stored_wavefronts},
          {"global_load_sectors",
           "N/8, and N/T searches of 2*32 sectors per step (fused) or 2 (separate)"},
          {"shared_load_wavefronts",
           "about 3.5 per warp and key: the keys that a thread merges begin anywhere, so 32 lanes "
           "conflict at random"}};
}

}  // namespace

variant merge_path() {
  return with_dependent_launches({
      .family = "merge",
      .name = "merge_path",
      .level = 5,
      .catalogue_id = "M5",
      .title = "merge path: tiles of equal size along cross diagonals",
      .summary =
          "The result is cut into tiles of B*K keys. A search along the cross diagonal of each of "
          "its ends finds the keys of the two runs that make up a tile, so all blocks have as much "
          "work in the last pass as in the first, and on any input. In the tile, each thread finds "
          "its own diagonal likewise and produces K keys. With thread_merge=network all of its "
          "loads are in flight at once, and a bitonic merger puts the keys in order, where serial "
          "waits for one load per key; payloads keep the order stable as slots in the tile break "
          "ties. search=fused saves a launch, which counts for small n, but each search reads 64 "
          "sectors per step instead of 2, which counts for large n.",
      .source =
          "S. Odeh, O. Green et al., Merge Path, IPDPSW 2012; S. Baxter, moderngpu (the second "
          "search within a block, odd K); K. Batcher, Sorting Networks and Their Applications, "
          "AFIPS 1968; catalogue M5",
      .types = word_types(),
      .axes = {block_axis(false), items_axis(17), thread_merge_axis(), search_axis()},
      .constraints = {{"a cross diagonal is that of two runs: ways=2",
                       [](const problem& problem, const config&, const device_limits&) {
                         return problem.integer("ways") == 2;
                       }},
                      tile_fits_shared_memory()},
      .costs = {.bytes = "2*N*s, and the searches",
                .operations = "N/T searches of log2(run) steps in memory, N/K of log2 T in shared "
                              "memory; 33 compare-exchanges for 17 keys if thread_merge=network",
                .synchronisation = "5 barriers per tile"},
      .predictions = predictions(),
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_merge_path,
  });
}

}  // namespace warpmark::merge
