// H5 with device-side launches, in the form that CUDA still supports.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/chunk_levels.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

bool chains(const config& config) { return config.text("groups") == "by_tail"; }

std::uint64_t host_launches(const chunk_levels& levels, const config& config) {
  return chains(config) ? std::min<std::uint64_t>(1, levels.groups) : levels.groups;
}

launch_plan plan_device_launch(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem, answer::table);
  const chunk_levels levels(problem, config);
  const chunk_buffers at = add_chunk_buffers(plan, levels);
  constexpr std::size_t group = 12;
  const launch_step step = plan.instance(
      templates::chunked_device_launch{.T = plan.key_spelling(),
                                       .chunk = levels.chunk,
                                       .fanout = levels.fanout,
                                       .chain = chains(config)},
      1, 1,
      {plan.input_argument(), buffer_argument{at.counts}, buffer_argument{at.chunk_lists},
       buffer_argument{at.group_lists}, buffer_argument{at.group_lengths},
       buffer_argument{at.outer_lists}, buffer_argument{at.outer_lengths},
       buffer_argument{at.table}, buffer_argument{at.table_length}, scalar_argument::of(levels.n),
       scalar_argument::of(last_counted(problem)), scalar_argument::of(levels.bins),
       scalar_argument::of(std::uint64_t{0})});
  plan.let_kernels_launch();
  plan.launch_one_by_one(host_launches(levels, config), [=](std::uint64_t number) {
    launch_step here = step;
    here.arguments[group] = scalar_argument::of(number);
    return here;
  });
  return plan.take();
}

std::optional<std::uint64_t> launches_by_host(const problem& problem, const config& config) {
  return host_launches(chunk_levels(problem, config), config);
}

std::vector<axis> axes_of_device_launch() {
  return {
      chunk_axis({std::int64_t{32}, std::int64_t{64}, std::int64_t{128}, std::int64_t{256}}, 64),
      fanout_axis(),
      {.name = "groups",
       .summary =
           "how the next group of chunks is launched: by the host, or by the tail of the last one",
       .values = {"by_host", "by_tail"},
       .base = "by_host"}};
}

}  // namespace

variant chunked_device_launch() {
  return {
      .family = "count",
      .name = "chunked_device_launch",
      .level = 2,
      .catalogue_id = "H5",
      .title = "chunks, with one launch per key from the device",
      .summary =
          "The scheme of count/chunked with the launches where the article has them: a kernel for "
          "a group launches one for each of its chunks, which launches one for each of its keys. "
          "Children that may run at any time are fire-and-forget launches; lists and merges are "
          "tail launches, which begin when a kernel and all that it launched have ended. That "
          "replaces the streams, events, allocations and device-wide synchronisation that the "
          "article uses for each key; device-side synchronisation no longer exists since compute "
          "capability 9.0. Each group has at most 2048 pending launches, the default limit of "
          "CUDA. It is here to show the cost of a launch from the device, and wins nowhere.",
      .source =
          "dca-2016, 'Using the code'; CUDA programming guide, CUDA dynamic "
          "parallelism 2",
      .types = key_types(),
      .axes = axes_of_device_launch(),
      .constraints = {{"one launch per key: n is at most 10^7, which takes a minute",
                       [](const problem& problem, const config&, const device_limits&) {
                         return problem.integer("n") <= 10'000'000;
                       }},
                      {"fanout * (chunk + 2) + 4 launches may be pending: at most 2048",
                       [](const problem&, const config& config, const device_limits&) {
                         return config.integer("fanout") * (config.integer("chunk") + 2) + 4 <=
                                2048;
                       }}},
      .costs = {.bytes = "as count/chunked",
                .operations = "as count/chunked",
                .synchronisation = "N + 2*ceil(N/G0) + 3*ceil(N/G1) + ceil(N/G2) launches on the "
                                   "device"},
      .predictions = {{"launches", "of the host: ceil(N/G1), or 1 with groups=by_tail",
                       launches_by_host}},
      .reproducible = determinism::gpu_to_gpu,
      .backends = {"cuda"},
      .plan = plan_device_launch,
  };
}

}  // namespace warpmark::count
