// M4: merging by ranks, one pass.

#include "variants/merge/shared/rank_search.hpp"

#include <optional>

#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::merge {

namespace {

rank_pass rank_pass_of(const problem& problem, const config& config) {
  return {static_cast<std::uint64_t>(problem.integer("n")),
          static_cast<std::uint64_t>(problem.integer("run")),
          static_cast<std::uint32_t>(config.integer("stride"))};
}

launch_plan plan_rank_search(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  const rank_pass pass = rank_pass_of(problem, config);
  const std::size_t cuts = plan.scratch_bytes("cuts", 8 * pass.samples());
  add_rank_pass(plan, pass, plan.from(), plan.to(), cuts);
  return plan.take();
}

}  // namespace

variant rank_search() {
  return with_dependent_launches({
      .family = "merge",
      .name = "rank_search",
      .level = 4,
      .catalogue_id = "M4",
      .title = "merging by ranks, in elementary intervals",
      .summary =
          "Every 128th key of a run is a sample, which binary search ranks in the sibling run. The "
          "samples cut both runs into intervals of at most 128 + 128 keys; a block merges one of "
          "them in shared memory, where each key finds its place by its rank in the other part. "
          "The last pass uses as many threads as the first, but intervals are uneven, half full on "
          "average, and each key costs a binary search. Stable. Historically the first remedy for "
          "the lack of parallelism of the serial merge; merge path cuts evenly instead.",
      .source = "N. Satish, M. Harris, M. Garland, Designing efficient sorting algorithms for "
                "manycore GPUs, IPDPS 2009, section 5; NVIDIA's sample mergeSort",
      .types = word_types(),
      .axes = {stride_axis()},
      .constraints = {{"ways=2 only: runs are merged two at a time",
                       [](const problem& problem, const config&, const device_limits&) {
                         return problem.integer("ways") == 2;
                       }},
                      {"run >= 32: shorter runs leave blocks next to nothing to merge",
                       [](const problem& problem, const config&, const device_limits&) {
                         return problem.integer("run") >= 32;
                       }}},
      .costs = {.bytes = "2*N*s + 16*N/stride of cuts, and N/stride searches of a run",
                .operations = "N*log2(stride) probes of shared memory, N/stride*log2(run) of "
                              "global memory",
                .synchronisation = "two launches"},
      .predictions =
          {{"launches", "2: ranking the samples, merging the intervals; none for no keys",
            [](const problem& problem, const config&) {
              return std::optional<std::uint64_t>(problem.integer("n") == 0 ? 0 : 2);
            }},
           {"blocks", "one per stride keys of a run, and one per 256 of them",
            [](const problem& problem, const config& config) -> std::optional<std::uint64_t> {
              const rank_pass pass = rank_pass_of(problem, config);
              if (pass.n == 0) return 0;
              return pass.samples() + pass.ranking_blocks();
            }},
           {"idle threads", "half of the 2*stride slots of an interval, on average"}},
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_rank_search,
  });
}

}  // namespace warpmark::merge
