// Any number of runs in one pass: every key searches in all of them.

#include "variants/contract/variant.hpp"
#include "variants/merge/shared/multiway.hpp"

namespace warpmark::merge {

namespace {

launch_plan plan_multiway_ranks(const problem& problem, const config& config,
                                const device_limits&) {
  keyed_plan plan(problem);
  add_multiway_pass(plan,
                    {.block = static_cast<std::uint32_t>(config.integer("block")),
                     .run = static_cast<std::uint64_t>(problem.integer("run")),
                     .ways = static_cast<std::uint64_t>(problem.integer("ways"))},
                    plan.from(), plan.to());
  return plan.take();
}

}  // namespace

variant multiway_ranks() {
  return {
      .family = "merge",
      .name = "multiway_ranks",
      .level = 4,
      .catalogue_id = "M4",
      .title = "multiway merge by ranks",
      .summary =
          "The index of a key in the result is its index in its own run plus the number of keys of "
          "all other runs that come before it, which binary searches count. Ways runs become one "
          "in a single pass of ways-1 searches per key, where merging two by two takes log2(ways) "
          "passes. Neighbouring lanes hold neighbouring keys, whose searches take nearly the same "
          "path, so the caches serve them. Stores are scattered. Wins while launches cost more "
          "than searches: up to about 2^17 keys.",
      .source =
          "N. Satish, M. Harris, M. Garland, Designing Efficient Sorting Algorithms for Manycore "
          "GPUs, IPDPS 2009 (ranks in the sibling run; catalogue M4); D. Knuth, The Art of "
          "Computer Programming 3, 5.4.1 (multiway merging)",
      .types = word_types(),
      .axes = {sharing_block_axis()},
      .constraints = {{"indices have 32 bits, and a search computes indices up to a run past the "
                       "last key: n < 2^31",
                       [](const problem& problem, const config&, const device_limits&) {
                         return problem.integer("n") < std::int64_t{1} << 31;
                       }}},
      .costs = {.bytes = "2*N*s, and (ways-1)*log2(run) probes per key from the caches",
                .operations = "N*(ways-1)*(1+log2(run)) comparisons",
                .synchronisation = "one barrier per block"},
      .predictions = {{"block_barriers", "N/32",
                       [](const problem& problem, const config&) -> std::optional<std::uint64_t> {
                         return blocks_for(static_cast<std::uint64_t>(problem.integer("n")), 32);
                       }},
                      {"global_store_sectors", "up to one per key: stores are scattered"}},
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_multiway_ranks,
  };
}

}  // namespace warpmark::merge
