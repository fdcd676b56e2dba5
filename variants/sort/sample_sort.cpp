// Sample sort: splitters from a sorted sample, one distribution to buckets, and all buckets sorted
// tile by tile.

#include <algorithm>
#include <bit>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/merge/shared/tiles.hpp"
#include "variants/sort/shared/radix.hpp"
#include "variants/sort/shared/templates.hpp"

namespace warpmark::sort {
namespace {

// The sizes of a plan: N keys, tiles of T keys that blocks sort, k buckets.
struct sample_sizes {
  static constexpr std::uint32_t sample_block = 1024, list_block = 1024;
  static constexpr std::uint32_t scan_block = 128;  // four buckets

  std::uint64_t n, tile, split_tile;
  std::uint32_t block, max_buckets, buckets, oversampling;
  std::size_t key_bytes, payload_bytes;

  sample_sizes(const problem& problem, const config& config)
      : n(n_of(problem)),
        tile(tile_of(config)),
        split_tile(value_of(config, "block") * value_of(config, "split_items")),
        block(static_cast<std::uint32_t>(config.integer("block"))),
        max_buckets(static_cast<std::uint32_t>(config.integer("buckets"))),
        // A third to two thirds of a tile, so that most buckets fit one.
        buckets(static_cast<std::uint32_t>(
            std::clamp<std::uint64_t>(std::bit_ceil(3 * n / (2 * tile) + 1), 4, max_buckets))),
        oversampling(static_cast<std::uint32_t>(config.integer("oversampling"))),
        key_bytes(size_bytes(element_type_of(problem))),
        payload_bytes(problem.text("payload") == "none" ? 0 : 4) {}

  bool is_split() const { return n > tile; }

  // Each bucket may have one that is not full.
  std::uint64_t max_tiles() const { return n / tile + buckets; }

  // For a bucket of all keys.
  std::uint32_t max_passes() const {
    return static_cast<std::uint32_t>(std::bit_width(blocks_for(n, tile) - 1));
  }

  // Of the dynamic shared memory of the kernels.
  std::size_t sample_bytes() const { return std::size_t{buckets} * oversampling * key_bytes; }
  std::size_t tree_bytes() const { return (2 * std::size_t{buckets} + 2) * key_bytes; }
  std::size_t count_bytes() const { return tree_bytes() + 4 * std::size_t{buckets}; }
  std::size_t scatter_bytes() const {
    const std::size_t warps = block / 32;
    return tree_bytes() + split_tile * (key_bytes + payload_bytes + 2) + buckets * (8 + 2 * warps);
  }
};

scalar_argument word(std::uint64_t value) {
  return scalar_argument::of(static_cast<std::uint32_t>(value));
}

// Adds the launches that distribute the keys. Returns the lists of where buckets and their tiles
// begin.
std::vector<kernel_argument> add_distribution(keyed_plan& plan, const sample_sizes& sizes,
                                              const config& config, std::uint64_t max_grid,
                                              const keyed_buffers& between) {
  const std::string key = plan.key_spelling(),
                    bits = sizes.key_bytes == 8 ? "unsigned long long" : "unsigned";
  const std::uint64_t tiles = blocks_for(sizes.n, sizes.split_tile);
  const std::uint64_t tiles_each = blocks_for(tiles, max_grid);
  const std::uint64_t grid = blocks_for(tiles, tiles_each);
  const std::size_t list_bytes = 4 * (std::size_t{sizes.buckets} + 2);
  const buffer_argument splitters{plan.scratch_bytes("splitters", sizes.buckets * sizes.key_bytes)},
      counts{plan.scratch_bytes("counts", sizes.buckets * grid * 4)},
      sums{plan.scratch_bytes("sums", list_bytes)},
      begins{plan.scratch_bytes("begins", list_bytes)},
      first_tile{plan.scratch_bytes("first_tile", list_bytes)};
  const kernel_argument input = plan.keys_argument(plan.from()), n = word(sizes.n),
                        buckets = word(sizes.buckets), each = word(tiles_each);
  const std::int64_t split_items = config.integer("split_items");

  auto& sample = plan.launch_instance(
      templates::sample_splitters{.Key = key,
                                  .block = sizes.sample_block,
                                  .max_samples = sizes.max_buckets * sizes.oversampling},
      1, sizes.sample_block,
      {input, scalar_argument::of(std::uint64_t{sizes.n}), word(sizes.buckets * sizes.oversampling),
       word(sizes.oversampling), splitters});
  sample.shape.dynamic_shared_bytes = sizes.sample_bytes();
  auto& count = plan.launch_instance(
      templates::sample_count{.Key = key, .block = sizes.block, .items = split_items}, grid,
      sizes.block, {input, n, buckets, each, splitters, counts});
  count.shape.dynamic_shared_bytes = sizes.count_bytes();
  plan.launch_instance(templates::radix_scan_counts{.block = sizes.scan_block},
                       sizes.buckets / (sizes.scan_block / 32), sizes.scan_block,
                       {counts, word(grid), sums});
  plan.launch_instance(templates::list_buckets{.Bits = bits, .block = sizes.list_block}, 1,
                       sizes.list_block,
                       {sums, splitters, buckets, word(sizes.tile), begins, first_tile});
  auto& scatter = plan.launch_instance(
      templates::sample_scatter{.Key = key,
                                .Payload = plan.payload_spelling(),
                                .block = sizes.block,
                                .items = split_items},
      grid, sizes.block,
      {input, plan.payload_argument(plan.from()), plan.keys_argument(plan.to()),
       plan.payload_argument(plan.to()), plan.keys_argument(between),
       plan.payload_argument(between), n, buckets, each, splitters, counts, begins});
  scatter.shape.dynamic_shared_bytes = sizes.scatter_bytes();
  return {buckets, begins, first_tile};
}

launch_plan plan_sample_sort(const problem& problem, const config& config,
                             const device_limits& limits) {
  keyed_plan plan(problem);
  const sample_sizes sizes(problem, config);
  const merge::tiling tiles = merge::tiling_of(config);
  if (!sizes.is_split()) {
    merge::add_block_sort(plan, problem, tiles, plan.from(), plan.to());
    return plan.take();
  }
  const std::uint64_t max_grid =
      value_of(config, "blocks_per_sm") * static_cast<std::uint64_t>(limits.multiprocessors);
  const keyed_buffers between = plan.scratch("between");
  const auto lists = add_distribution(plan, sizes, config, max_grid, between);
  const std::string key = plan.key_spelling(), payload = plan.payload_spelling();
  std::vector<kernel_argument> arguments = {
      plan.keys_argument(between), plan.payload_argument(between), plan.keys_argument(plan.to()),
      plan.payload_argument(plan.to())};
  arguments.insert(arguments.end(), lists.begin(), lists.end());
  auto& first =
      plan.launch_instance(templates::sort_bucket_tiles{.Key = key,
                                                        .Payload = payload,
                                                        .block = tiles.block,
                                                        .items = tiles.items,
                                                        .Method = tiles.method_spelling()},
                           sizes.max_tiles(), tiles.block, arguments);
  first.shape.dynamic_shared_bytes = tiles.shared_bytes(problem);
  for (std::uint32_t pass = 0; pass < sizes.max_passes(); ++pass) {
    std::vector<kernel_argument> of_pass = arguments;
    of_pass.emplace_back(word(pass));
    auto& step =
        plan.launch_instance(templates::merge_bucket_tiles{.Key = key,
                                                           .Payload = payload,
                                                           .block = tiles.block,
                                                           .items = tiles.items,
                                                           .Method = tiles.method_spelling()},
                             std::min(max_grid, sizes.max_tiles()), tiles.block, of_pass);
    step.shape.dynamic_shared_bytes = tiles.shared_bytes(problem);
  }
  return plan.take();
}

std::vector<axis> axes_of_sample_sort() {
  axis block = block_axis(true);
  block.summary = "threads per block, which sorts or distributes a tile";
  block.values = {std::int64_t{256}, std::int64_t{512}};
  block.base = std::int64_t{512};
  block.min = 64;
  axis blocks_per_sm = blocks_per_sm_axis(4);
  blocks_per_sm.summary = "blocks per multiprocessor that distribute the keys, or merge";
  blocks_per_sm.values = {std::int64_t{2}, std::int64_t{4}};
  return {block,
          merge::items_axis(17),
          {.name = "buckets",
           .summary = "buckets at most; fewer if they fit a tile of block*items keys anyway",
           .values = {std::int64_t{256}, std::int64_t{1024}},
           .base = std::int64_t{1024},
           .min = 4,
           .max = 4096,
           .power_of_two = true},
          {.name = "oversampling",
           .summary = "samples per bucket from which splitters are taken",
           .values = {std::int64_t{8}, std::int64_t{32}},
           .base = std::int64_t{8},
           .min = 1,
           .max = 64,
           .power_of_two = true},
          {.name = "split_items",
           .summary = "keys per thread of a tile that is distributed",
           .values = {std::int64_t{8}, std::int64_t{16}},
           .base = std::int64_t{8},
           .min = 1,
           .max = 32},
          merge::thread_merge_axis(),
          blocks_per_sm};
}

std::vector<constraint> constraints_of_sample_sort() {
  return {merge::tile_fits_shared_memory(),
          {"the sample, and a tile with the counters of its warps, must fit the shared memory of a "
           "block",
           [](const problem& problem, const config& config, const device_limits& limits) {
             const sample_sizes sizes(problem, config);
             constexpr std::size_t fixed = 256;
             return std::max(sizes.sample_bytes(), sizes.scatter_bytes()) + fixed <=
                    limits.max_shared_bytes_per_block_optin;
           }},
          {"indices of keys, and of the end of a share, must fit 32 bits: n <= 2^31",
           [](const problem& problem, const config&, const device_limits&) {
             return n_of(problem) <= 1ULL << 31;
           }}};
}

std::vector<counter_prediction> predictions_of_sample_sort() {
  return {{"launches",
           "1 for N <= T, else 6 + ceil(log2(N/T)), of which those after the longest "
           "bucket is sorted end at once",
           [](const problem& problem, const config& config) -> predicted_count {
             const sample_sizes sizes(problem, config);
             return sizes.is_split() ? 6 + sizes.max_passes() : 1;
           }},
          {"global_atomic_requests", "0",
           [](const problem&, const config&) -> predicted_count { return 0; }},
          {"shared_atomic_requests", "0 for N <= T, else ceil(N/32) of counts and ceil(k/32)",
           [](const problem& problem, const config& config) -> predicted_count {
             const sample_sizes sizes(problem, config);
             return sizes.is_split() ? blocks_for(sizes.n, 32) + blocks_for(sizes.buckets, 32) : 0;
           }},
          {"imbalance", "none: equal tiles in every pass, whatever the lengths of buckets"}};
}

}  // namespace

variant sample_sort() {
  return {
      .family = "sort",
      .name = "sample_sort",
      .level = 7,
      .catalogue_id = "",
      .title = "sample sort: one distribution to buckets, then a merge sort in each",
      .summary =
          "Every oversampling-th key of a sorted sample is a splitter. Each key finds its bucket "
          "in a tree of splitters in shared memory, without branches; a count, a scan and a "
          "stable scatter move the keys to their buckets, through shared memory. Keys equal to "
          "several splitters have a bucket of their own, which is final at once, so that few "
          "distinct keys cost two reads and a write. Then all other buckets are sorted at once: "
          "tiles in shared memory, and merge passes for buckets that are longer than a tile, with "
          "equal work for all blocks. The distribution replaces log2(k) passes of a merge sort; "
          "up to about k*T/2 keys no merge is left. The sample is fixed, and the sort stable: "
          "there is one result. It only compares keys. An input made for the sample can put all "
          "keys in one bucket, which makes it a merge sort.",
      .source =
          "sample-sort-2010; F. Dehne, H. Zaboli, Deterministic Sample Sort for GPUs, Parallel "
          "Processing Letters 22(3), 2012, for a sample without random numbers; "
          "P. Sanders, S. Winkel, Super Scalar Sample Sort, ESA 2004, for the tree",
      .types = radix_types(),
      .axes = axes_of_sample_sort(),
      .constraints = constraints_of_sample_sort(),
      .costs = {.bytes = "3*N*s to distribute, 2*N*s*(1 + ceil(log2(l/T))) for buckets of l keys, "
                         "T = B*K, and 8 bytes per bucket and block that distributes",
                .operations = "2*N*log2(k) steps in the tree of k buckets, N matches, N*log2(l) "
                              "comparisons of sorting buckets",
                .synchronisation = "6 + ceil(log2(N/T)) launches; a shared atomic per key"},
      .predictions = predictions_of_sample_sort(),
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_sample_sort,
  };
}

}  // namespace warpmark::sort
