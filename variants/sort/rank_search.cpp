// M4: a merge sort by ranks.

#include "variants/merge/shared/rank_search.hpp"

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/variant.hpp"
#include "variants/sort/shared/templates.hpp"

namespace warpmark::sort {

namespace {

std::uint64_t passes(std::uint64_t n, const config& config) {
  std::uint64_t count = 0;
  for (std::uint64_t run = tile_of(config); run < n; run *= 2) ++count;
  return count;
}

launch_plan plan_rank_search(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto stride = static_cast<std::uint32_t>(config.integer("stride"));
  const std::uint64_t n = plan.n(), merges = passes(n, config);

  // The last pass writes the output; the buffers before alternate.
  keyed_buffers here = plan.to(), there = here;
  std::size_t cuts = 0;
  if (merges > 0) {
    there = plan.scratch("between_passes");
    cuts = plan.scratch_bytes("cuts", 8 * merge::rank_pass{n, tile_of(config), stride}.samples());
  }
  if (merges % 2 != 0) std::swap(here, there);
  plan.launch_instance(
      templates::rank_search_tiles{.Key = plan.key_spelling(),
                                   .Payload = plan.payload_spelling(),
                                   .block = block,
                                   .items = config.integer("items")},
      blocks_for(n, tile_of(config)), block,
      {plan.keys_argument(plan.from()), plan.payload_argument(plan.from()),
       plan.keys_argument(here), plan.payload_argument(here), scalar_argument::of(n)});
  for (std::uint64_t run = tile_of(config); run < n; run *= 2) {
    merge::add_rank_pass(plan, {n, run, stride}, here, there, cuts);
    std::swap(here, there);
  }
  return plan.take();
}

axis items_of_first_tile() {
  return {.name = "items",
          .summary = "keys per thread of a tile, which a block sorts in shared memory",
          .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
          .base = std::int64_t{4},
          .min = 1,
          .max = 16,
          .power_of_two = true};
}

}  // namespace

variant rank_search() {
  return with_dependent_launches({
      .family = "sort",
      .name = "rank_search",
      .level = 4,
      .catalogue_id = "M4",
      .title = "merge sort by ranks",
      .summary =
          "Blocks sort tiles of 1024 keys in shared memory, where the new index of a key is the "
          "one in its own run plus its rank in the sibling run, found by binary search. Passes of "
          "merge/rank_search double the runs. All multiprocessors work in every pass. Stable. The "
          "best comparison sort of its time; each merged key costs some seven dependent probes, "
          "which merge path avoids.",
      .source = "N. Satish, M. Harris, M. Garland, Designing efficient sorting algorithms for "
                "manycore GPUs, IPDPS 2009, section 5; NVIDIA's sample mergeSort",
      .types = word_types(),
      .axes = {block_axis(true), items_of_first_tile(), merge::stride_axis()},
      .constraints = {{"a tile's keys and payloads fit 48 KiB of shared memory",
                       [](const problem& problem, const config& config,
                          const device_limits& limits) {
                         const std::size_t index =
                             size_bytes(*parse_element_type(problem.text("type"))) +
                             (problem.text("payload") == "none" ? 0 : 4);
                         return tile_of(config) * index + 8 <= limits.max_shared_bytes_per_block;
                       }}},
      .costs = {.bytes = "2*N*s*(1 + ceil(log2(N/T))), T = B*items, and the cuts",
                .operations = "N*log2(T)^2/2 probes in tiles, N*log2(stride) in each pass",
                .synchronisation = "1 + 2*ceil(log2(N/T)) launches"},
      .predictions = {{"launches", "1 + 2*ceil(log2(N/T))",
                       [](const problem& problem, const config& config) {
                         const auto n = static_cast<std::uint64_t>(problem.integer("n"));
                         return std::optional(1 + 2 * passes(n, config));
                       }},
                      {"global_load_sectors",
                       "N/stride searches of a run in every pass, each probe a sector of its own"}},
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_rank_search,
  });
}

}  // namespace warpmark::sort
