// H6: one atomic in global memory per key. The shortest correct kernel.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/predictions.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

launch_plan plan_atomic_global(const problem& problem, const config& config,
                               const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  plan.clear_output();
  plan.launch_instance(
      templates::atomic_global{.T = plan.key_spelling(),
                               .bins = plan.bins(),
                               .block = block,
                               .unroll = config.integer("unroll")},
      grid_of_shares(problem, config, limits), block,
      {plan.input_argument(), scalar_argument::of(plan.n()), buffer_argument{plan.output()}});
  return plan.take();
}

}  // namespace

variant atomic_global() {
  return {
      .family = "count",
      .name = "atomic_global",
      .level = 6,
      .catalogue_id = "H6",
      .title = "one global atomic per key",
      .summary =
          "Every key adds one to its bin in global memory. The atomics are executed in L2, where "
          "those of one warp on neighbouring bins share a sector and those on one bin are "
          "serialised: few distinct keys are the worst case. It needs no shared memory and no "
          "merge, so it is the only choice if bins are many and keys few. The counts are cleared "
          "inside the timed span.",
      .source = "catalogue section 5.2; CUDA C++ Programming Guide, atomic functions",
      .types = key_types(),
      .axes = {block_axis(false), blocks_per_sm_axis(8), unroll_axis(1)},
      .constraints = {keys_are_dense()},
      .costs = {.bytes = "N*s + 4*bins",
                .operations = "N global atomics on `bins` addresses",
                .synchronisation = "one fill, one launch"},
      .predictions = {{"global_atomic_lanes", "N, less the keys outside the bins",
                       [](const problem& problem, const config&) -> std::optional<std::uint64_t> {
                         if (problem.text("dist") == "overflowing") return std::nullopt;
                         return static_cast<std::uint64_t>(problem.integer("n"));
                       }},
                      {"global_atomic_requests", "one per key of a lane's vectors in each warp",
                       requests_of_all_keys},
                      {"global_atomic_serialisation", "dist=constant: N less the requests",
                       lanes_behind_the_first}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_atomic_global,
  };
}

}  // namespace warpmark::count
