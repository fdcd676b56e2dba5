// M3: the paper's remedy for the late passes: split into lists first, then merge within all of
// them.

#include <algorithm>
#include <bit>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/merge/shared/serial_pass.hpp"
#include "variants/scan/shared/templates.hpp"
#include "variants/sort/shared/templates.hpp"

namespace warpmark::sort {

namespace {

// Of the kernels that split: 16 keys per thread fit registers, and a tile of 2^13 shares the claim
// of a range in each list.
constexpr std::uint32_t split_block = 512, split_items = 16, sample_block = 1024, scan_block = 1024;
constexpr std::uint64_t list_alignment = 32;  // keys, as in kernels/sort/hybrid_split.cuh

struct splitting {
  std::uint32_t max_lists;
  std::uint32_t lists;
  std::uint32_t oversampling;
};

splitting splitting_of(const problem& problem, const config& config) {
  const auto max_lists = static_cast<std::uint32_t>(config.integer("lists"));
  const std::int64_t lists_of_min_length = problem.integer("n") / config.integer("min_length");
  const auto lists = std::clamp<std::int64_t>(lists_of_min_length, 1, max_lists);
  return {max_lists, std::bit_floor(static_cast<std::uint32_t>(lists)),
          static_cast<std::uint32_t>(config.integer("oversampling"))};
}

std::size_t sample_bytes(const splitting& split, element_type type) {
  return std::size_t{split.lists} * split.oversampling * size_bytes(type);
}

void add_sampling(keyed_plan& plan, const splitting& split, const buffer_argument& splitters) {
  launch_step& step = plan.launch_instance(
      templates::sample_splitters{.Key = plan.key_spelling(),
                                  .block = sample_block,
                                  .max_samples = split.max_lists * split.oversampling},
      1, sample_block,
      {plan.keys_argument(plan.from()), scalar_argument::of(plan.n()),
       scalar_argument::of(split.lists * split.oversampling),
       scalar_argument::of(split.oversampling), splitters});
  step.shape.dynamic_shared_bytes = sample_bytes(split, plan.type());
}

// By one block.
template_instance scan_of_counts(const splitting& split) {
  const char* const op = "ops::sum<unsigned>";
  const instance_after<scan::templates::method_arguments> method =
      scan::templates::shuffle_two_level{};
  const auto by_shuffles = method.with({.Op = op, .block = scan_block});
  const operator_kernel tile =
      scan::templates::tile{.Method = by_shuffles,
                            .items_per_segment = std::max(1u, split.max_lists / scan_block),
                            .transposed = false};
  const template_instance kernel = scan::templates::scan_tiles{
      .Tile = tile.with({.In = "unsigned", .Out = "unsigned", .Op = op}),
      .inclusive = false,
      .seeded = false};
  return kernel.from(by_shuffles.file());
}

launch_plan plan_hybrid(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  const splitting split = splitting_of(problem, config);
  const std::string key = plan.key_spelling();
  const kernel_argument n = scalar_argument::of(plan.n()), lists = scalar_argument::of(split.lists),
                        input = plan.keys_argument(plan.from());
  const buffer_argument splitters{
      plan.scratch_bytes("splitters", split.lists * size_bytes(plan.type()))};
  const buffer_argument counts{plan.zeroed("counts", split.lists * 4)},
      taken{plan.zeroed("taken", split.lists * 4)},
      begins{plan.scratch_bytes("begins", split.lists * 4)};
  const std::size_t padded_bytes =
      (plan.n() + list_alignment * (split.lists + 1)) * size_bytes(plan.type());
  const buffer_argument into{plan.scratch_bytes("lists", padded_bytes)},
      spare{plan.scratch_bytes("spare", padded_bytes)};

  if (split.lists > 1) add_sampling(plan, split, splitters);
  const std::uint64_t tiles = blocks_for(plan.n(), std::uint64_t{split_block} * split_items);
  plan.launch_instance(
      templates::count_lists{
          .Key = key, .block = split_block, .items = split_items, .max_lists = split.max_lists},
      tiles, split_block, {input, n, lists, splitters, counts});
  const kernel_argument none = scalar_argument::of(std::uint64_t{0});
  plan.launch_instance(
      scan_of_counts(split), 1, scan_block,
      {counts, begins, scalar_argument::of(std::uint64_t{split.lists}), none, none});
  plan.launch_instance(
      templates::scatter_to_lists{
          .Key = key, .block = split_block, .items = split_items, .max_lists = split.max_lists},
      tiles, split_block, {input, n, lists, splitters, begins, taken, into});
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  plan.launch_instance(
      templates::sort_lists{
          .Key = key, .width = 4, .ahead = config.integer("ahead"), .block = block},
      split.lists, block, {into, spare, plan.keys_argument(plan.to()), n, begins});
  return plan.take();
}

std::vector<axis> axes_of_hybrid_split() {
  axis block = block_axis(false);
  block.summary = "threads that sort a list";
  block.base = std::int64_t{64};
  return {block,
          {.name = "lists",
           .summary = "lists that the keys are split into, at most",
           .values = {std::int64_t{64}, std::int64_t{256}, std::int64_t{1024}, std::int64_t{4096}},
           .base = std::int64_t{1024},
           .min = 1,
           .max = 4096,
           .power_of_two = true},
          {.name = "oversampling",
           .summary = "samples per list from which splitters are taken",
           .values = {std::int64_t{4}, std::int64_t{16}, std::int64_t{64}},
           .base = std::int64_t{16},
           .min = 1,
           .max = 64,
           .power_of_two = true},
          {.name = "min_length",
           .summary = "minimum average number of keys per list: fewer lists for few keys",
           .values = {std::int64_t{64}, std::int64_t{256}, std::int64_t{1024}},
           .base = std::int64_t{256},
           .min = 1,
           .max = 1 << 20},
          {.name = "ahead",
           .summary = "vectors of either run that are loaded before they are needed",
           .values = {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}},
           .base = std::int64_t{1},
           .min = 0,
           .max = 4}};
}

}  // namespace

variant hybrid_split() {
  return with_dependent_launches({
      .family = "sort",
      .name = "hybrid_split",
      .level = 3,
      .catalogue_id = "M3",
      .title = "hybrid sort: split into lists, then merge vectors in each",
      .summary =
          "A sample of the keys gives splitters; a count, a scan and a scatter distribute the keys "
          "to as many lists, such that all keys of a list precede those of the next; then a block "
          "sorts each list by the vector merge sort, all passes at once. So no pass has fewer "
          "threads than there are lists, which the plain vector merge sort lacks. Blocks claim "
          "ranges of lists by atomics: the order within a list varies, the result does not. Lists "
          "are as balanced as the sample; equal keys that make up several splitters are "
          "distributed over their lists.",
      .source =
          "hybrid-sort-2008; E. Sintorn, U. Assarsson, Fast parallel GPU-sorting using a hybrid "
          "algorithm, JPDC 68(10), 2008; splitters by sampling as in W. Frazer, A. McKellar, "
          "Samplesort, JACM 17(3), 1970, instead of the paper's refined histogram",
      .types = merge::key_types(),
      .axes = axes_of_hybrid_split(),
      .constraints = {merge::keys_only(),
                      {"the samples of all lists fit the shared memory of a block",
                       [](const problem& problem, const config& config,
                          const device_limits& limits) {
                         return sample_bytes(splitting_of(problem, config),
                                             element_type_of(problem)) <=
                                limits.max_shared_bytes_per_block_optin;
                       }}},
      .costs = {.bytes = "3*N*s to split, then 2*N*s*(1 + log2(l/4)) for lists of l = N/lists keys",
                .operations = "2*N*log2(lists) probes of splitters, 6 min/max per key and pass",
                .synchronisation = "5 launches, a barrier of the block after each pass"},
      .predictions =
          {{"launches", "5, or 4 without splitters",
            [](const problem& problem, const config& config) -> std::optional<std::uint64_t> {
              return splitting_of(problem, config).lists > 1 ? 5 : 4;
            }},
           {"blocks", "2 (or 1) + 2*ceil(N/8192) to split, and one block per list",
            [](const problem& problem, const config& config) -> std::optional<std::uint64_t> {
              const splitting split = splitting_of(problem, config);
              const auto n = static_cast<std::uint64_t>(problem.integer("n"));
              return (split.lists > 1 ? 2 : 1) +
                     2 * blocks_for(n, std::uint64_t{split_block} * split_items) + split.lists;
            }},
           {"parallelism", "the last pass of a list has one thread"},
           {"imbalance",
            "lengths of lists vary by 1/sqrt(oversampling) of their average, and the longest one "
            "determines the time"},
           {"uncoalesced accesses", "neighbouring lanes merge 2*run keys apart"}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_hybrid,
  });
}

}  // namespace warpmark::sort
