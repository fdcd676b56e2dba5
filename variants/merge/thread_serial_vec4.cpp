// M2: one thread per pair of runs, as vectors of early graphics cards required.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/merge/shared/serial_pass.hpp"

namespace warpmark::merge {

namespace {

launch_plan plan_serial(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  add_serial_pass(plan, serial_shape_of(config), static_cast<std::uint64_t>(problem.integer("run")),
                  plan.from(), plan.to());
  return plan.take();
}

std::vector<axis> config_axes() {
  std::vector<axis> axes = serial_axes();
  axes.insert(axes.begin(), block_axis(false));
  return axes;
}

std::vector<constraint> constraints_of_serial() {
  std::vector<constraint> rules = serial_constraints();
  rules.push_back({"run is a multiple of width: runs consist of full vectors",
                   [](const problem& problem, const config& config, const device_limits&) {
                     return problem.integer("run") % config.integer("width") == 0;
                   }});
  rules.push_back({"ways=2", [](const problem& problem, const config&, const device_limits&) {
                     return problem.integer("ways") == 2;
                   }});
  return rules;
}

// Aligned full vectors of 16 bytes: one request each way for every vector of a lane, whole runs
// apart, so that no two lanes share a sector. A divergent warp makes more requests, but no more
// sectors.
std::optional<std::uint64_t> sectors(const problem& problem, const config& config) {
  const std::int64_t width = config.integer("width"), run = problem.integer("run");
  const auto bytes =
      width * static_cast<std::int64_t>(size_bytes(*parse_element_type(problem.text("type"))));
  const bool prefetched = config.integer("ahead") > 0;
  const bool apart = run * bytes / width >= 16;
  if (!prefetched || bytes != 16 || !apart || problem.integer("offset") != 0 ||
      problem.integer("n") % width != 0)
    return std::nullopt;
  return static_cast<std::uint64_t>(problem.integer("n") / width);
}

}  // namespace

variant thread_serial_vec4() {
  return {
      .family = "merge",
      .name = "thread_serial_vec4",
      .level = 2,
      .catalogue_id = "M2",
      .title = "vector merge: one thread for each pair of runs",
      .summary =
          "A thread keeps a vector of four keys and fetches the next one from whichever run begins "
          "lower. Component by component against the mirror image of the other, the lower four are "
          "stored and the upper four stay. No comparison of keys branches, and loads are 16 bytes "
          "wide. But a pass has only as many threads as pairs of runs: N/(2*run), which halves "
          "from pass to pass until one thread merges everything, at one load latency per vector. "
          "That is why its authors split the input first (sort/hybrid_split), and why merge_path "
          "gives every thread the same number of results instead. Not stable.",
      .source =
          "hybrid-sort-2008, with the two slips of its text corrected (the second comparison needs "
          "the original vector; the keys left in registers must be merged): E. Sintorn, U. "
          "Assarsson, Fast parallel GPU-sorting using a hybrid algorithm, JPDC 68(10), 2008",
      .types = key_types(),
      .axes = config_axes(),
      .constraints = constraints_of_serial(),
      .costs = {.bytes = "2*N*s",
                .operations = "V + V*log2(V) compare-exchanges for V keys, 12 for 4; one more "
                              "each with odd_even_merge",
                .synchronisation = "none; N/(2*run) threads"},
      .predictions = {one_launch(),
                      {"global_load_sectors",
                       "N/4 for 16-byte vectors, aligned, ahead >= 1: twice the bytes, since lanes "
                       "are full runs apart and each uses half of a sector at a time",
                       sectors},
                      {"global_store_sectors", "N/4 under the same conditions", sectors},
                      {"divergence", "refill=branch: lanes differ in which run is next"},
                      {"serial chain", "2*run/4 dependent loads per thread"}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_serial,
  };
}

}  // namespace warpmark::merge
