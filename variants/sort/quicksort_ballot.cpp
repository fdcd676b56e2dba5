// P7: the partition of ballot-2022 as part of a quicksort.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/sort/shared/radix.hpp"
#include "variants/sort/shared/templates.hpp"

namespace warpmark::sort {
namespace {

// Per multiprocessor, as in the kernel: each may have 64 registers.
constexpr std::int64_t resident_threads = 1024;

std::size_t shared_bytes(const problem& problem, const config& config) {
  const std::size_t key = size_bytes(element_type_of(problem));
  const bool has_payload = problem.text("payload") != "none";
  return has_payload ? tile_of(config) * (key + 4) : tile_of(config) * key + key;
}

// Both lists of segments (kernels/sort/quicksort_list.cuh): each segment that is split is longer
// than a tile, and yields at most three.
std::size_t list_bytes(const keyed_plan& plan, const config& config) {
  const std::size_t key = size_bytes(plan.type());
  const std::size_t segment = (36 + key + key - 1) / key * key;
  return 2 * 3 * (plan.n() / tile_of(config) + 1) * segment;
}

launch_plan plan_quicksort(const problem& problem, const config& config,
                           const device_limits& limits) {
  keyed_plan plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto resident =
      static_cast<std::uint64_t>(limits.multiprocessors) * (resident_threads / block);
  const auto count = [&](const char* name) {
    return scalar_argument::of(static_cast<std::uint32_t>(config.integer(name)));
  };
  const keyed_buffers spare = plan.scratch("spare");
  const kernel_argument aside = plan.has_payload()
                                    ? kernel_argument{buffer_argument{plan.scratch_bytes(
                                          "payloads_of_equal_keys", 2 * plan.payload_bytes())}}
                                    : scalar_argument::of(std::uint64_t{0});
  const std::size_t lists = plan.scratch_bytes("segments", list_bytes(plan, config));
  constexpr std::size_t state_bytes = 2 * 8 + 3 * 8;  // quicksort_state: barriers and counts
  const std::size_t state = plan.state("barriers_and_counts", state_bytes);
  auto& step = plan.launch_instance(
      templates::quicksort_ballot{.Key = plan.key_spelling(),
                                  .Payload = plan.payload_spelling(),
                                  .block = block,
                                  .items = config.integer("items")},
      std::min(resident, blocks_for(plan.n(), tile_of(config))), block,
      {plan.keys_argument(plan.from()), plan.payload_argument(plan.from()),
       plan.keys_argument(plan.to()), plan.payload_argument(plan.to()), plan.keys_argument(spare),
       plan.payload_argument(spare), aside,
       scalar_argument::of(static_cast<std::uint32_t>(plan.n())), count("samples"), count("rounds"),
       buffer_argument{lists}, buffer_argument{state}});
  step.shape.dynamic_shared_bytes = shared_bytes(problem, config);
  step.shape.cooperative = true;
  return plan.take();
}

bool all_tiles_are_resident(const problem& problem, const config& config,
                            const device_limits& limits) {
  constexpr std::size_t of_the_system = 1024;
  const auto blocks = static_cast<std::size_t>(resident_threads / config.integer("block"));
  return blocks * (shared_bytes(problem, config) + of_the_system) <=
         limits.shared_bytes_per_multiprocessor;
}

std::vector<axis> axes_of_quicksort() {
  axis block = block_axis(true);
  block.summary = "threads per block, which splits a tile, or sorts a short segment";
  block.min = 64;
  block.values = {std::int64_t{256}, std::int64_t{512}};
  return {block,
          {.name = "items",
           .summary = "keys of a tile per thread; a segment of at most a tile is not split",
           .values = {std::int64_t{4}, std::int64_t{8}, std::int64_t{16}},
           .base = std::int64_t{8},
           .min = 2,
           .max = 32,
           .power_of_two = true},
          {.name = "samples",
           .summary = "keys of a segment whose median is its pivot",
           .values = {std::int64_t{1}, std::int64_t{3}, std::int64_t{5}, std::int64_t{31}},
           .base = std::int64_t{5},
           .min = 1,
           .max = 32},
          {.name = "rounds",
           .summary = "rounds that split; afterwards one block sorts each remaining segment",
           .values = {std::int64_t{16}, std::int64_t{56}},
           .base = std::int64_t{56},
           .min = 1,
           .max = 1024}};
}

std::vector<constraint> constraints_of_quicksort() {
  return {{"a tile's keys and payloads fit shared memory",
           [](const problem& problem, const config& config, const device_limits& limits) {
             return shared_bytes(problem, config) <= limits.max_shared_bytes_per_block_optin;
           }},
          {"all blocks must be resident: the tiles of 1024 threads must fit a multiprocessor's "
           "shared memory",
           all_tiles_are_resident},
          {"indices have 32 bits: n is below 2^32",
           [](const problem& problem, const config&, const device_limits&) {
             return n_of(problem) < std::uint64_t{1} << 32;
           }}};
}

// For a single block, which splits nothing: a barrier of the grid takes three atomics.
predicted_count atomics_of_one_tile(const problem& problem, const config& config) {
  if (n_of(problem) > tile_of(config)) return {};
  return n_of(problem) == 0 ? 3 : 7;
}

// Known if nothing is split, or if all keys are equal: two per chunk, and one for the pivot.
predicted_count votes(const problem& problem, const config& config) {
  if (n_of(problem) <= tile_of(config)) return 0;
  if (problem.text("dist") != "constant") return {};
  const auto items = static_cast<std::uint64_t>(config.integer("items"));
  return 2 * items * blocks_for(n_of(problem), 32 * items) + 1;
}

}  // namespace

variant quicksort_ballot() {
  return {
      .family = "sort",
      .name = "quicksort_ballot",
      .level = 7,
      .catalogue_id = "P7",
      .title = "quicksort by ballots on a resident grid",
      .summary =
          "The partition by ballots, applied to its own parts: round by round, a resident grid "
          "shares the tiles of all segments, and its warps store keys below the pivot from a "
          "segment's beginning and those above from its end, with one atomic per side. The block "
          "that completes a segment selects pivots for its parts, medians of samples. Keys equal "
          "to the pivot are final at once, so that equal keys cost one round. Segments of at most "
          "a tile are sorted in shared memory by a bitonic network. It only compares keys, unlike "
          "a radix sort, and moves them about 1.1*log2(N/T) times: a radix sort of words moves "
          "them less often, so this one is for keys without a radix representation, or with few "
          "distinct values, which end early. A segment that is still long after `rounds` rounds is "
          "sorted by a network whose steps do not depend on the keys. Not stable.",
      .source =
          "ballot-2022, from NVIDIA's sample cdpAdvancedQuicksort, here without device-side "
          "launches; E. Dijkstra's three parts; D. Musser, Introspective sorting and selection "
          "algorithms, SPE 27(8), 1997, for the bound of rounds; catalogue P7",
      .types = radix_types(),
      .axes = axes_of_quicksort(),
      .constraints = constraints_of_quicksort(),
      .costs =
          {.bytes =
               "2*N*s for each of about 1.1*log2(N/T) splits, T = B*items, and 2*N*s at the end",
           .operations = "2 ballots per 32 keys and round; T/4*log2(T)*(log2(T) + 1) "
                         "compare-exchanges per tile at the end",
           .synchronisation = "1 cooperative launch, a barrier of the grid per round and 2 more; 2 "
                              "atomics (3 with payload) per 32*items keys and round"},
      .predictions = {one_launch(),
                      {"global_atomic_requests", "7 for 0 < N <= T: the list and two barriers",
                       atomics_of_one_tile},
                      {"votes",
                       "0 for N <= T; for dist=constant 2*ceil(N/32), full chunks of a warp, and 1",
                       votes},
                      {"imbalance", "a segment that is long after the last round has one block"}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_quicksort,
  };
}

}  // namespace warpmark::sort
