// M1 and M2 from unsorted to sorted: the complete vector merge sort.

#include <bit>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/variant.hpp"
#include "variants/merge/shared/serial_pass.hpp"
#include "variants/merge/shared/tiles.hpp"

namespace warpmark::sort {

namespace {

// Passes that merge, after the one that sorts vectors.
std::uint64_t merge_passes(std::uint64_t n, std::uint64_t width) {
  const std::uint64_t vectors = blocks_for(n, width);
  return static_cast<std::uint64_t>(std::bit_width(vectors - 1));
}

// The passes after `stop`: as merge/merge_path at its base.
const merge::tiling taking_over{.block = 256, .items = 17, .method = "network"};

launch_plan plan_sort(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  const merge::serial_shape shape = merge::serial_shape_of(config);
  const std::uint64_t passes = merge_passes(plan.n(), shape.width);
  // Buffers alternate such that the last pass writes the output.
  const keyed_buffers turn[2] = {plan.to(), passes > 0 ? plan.scratch("runs") : plan.to()};
  const auto target = [&](std::uint64_t pass) { return turn[(passes - pass) % 2]; };
  merge::add_network(plan, "odd_even_merge", shape.width, shape.block, plan.from(), target(0));
  const auto stop = static_cast<std::uint64_t>(config.integer("stop"));
  for (std::uint64_t pass = 1; pass <= passes; ++pass) {
    const std::uint64_t run = std::uint64_t{shape.width} << (pass - 1);
    if (stop == 0 || run < stop)
      merge::add_serial_pass(plan, shape, run, target(pass - 1), target(pass));
    else
      merge::add_merge_pass(plan, problem, {taking_over, true, run}, target(pass - 1), target(pass),
                            0);
  }
  return plan.take();
}

std::vector<axis> axes_of_serial_sort() {
  std::vector<axis> axes = merge::serial_axes();
  axis block = block_axis(false);
  block.base = std::int64_t{64};  // late passes have few threads: spread them
  axes.insert(axes.begin(), block);
  axes.push_back(
      {.name = "stop",
       .summary =
           "run length from which on passes use merge paths instead; 0: never, as in the paper",
       .values = {std::int64_t{0}, std::int64_t{256}, std::int64_t{1024}, std::int64_t{4096}},
       .base = std::int64_t{0},
       .min = 0,
       .max = std::int64_t{1} << 32});
  return axes;
}

std::optional<std::uint64_t> launches_of_serial_sort(const problem& problem, const config& config) {
  return 1 + merge_passes(static_cast<std::uint64_t>(problem.integer("n")),
                          static_cast<std::uint64_t>(config.integer("width")));
}

}  // namespace

variant thread_serial_vec4() {
  return with_dependent_launches({
      .family = "sort",
      .name = "thread_serial_vec4",
      .level = 1,
      .catalogue_id = "M1, M2",
      .title = "vector merge sort, one thread per pair of runs in every pass",
      .summary =
          "Sorts every four keys in registers, then merges pairs of runs until one is left, one "
          "thread per pair. Early passes have enough threads for any device; each pass has half as "
          "many as the one before, and the last two or three, with four threads, two and one, take "
          "most of the time: about N/2 times the latency of a load. merge/thread_serial_vec4 "
          "measures the time pass by pass. With stop, passes with too few threads are left to "
          "merge_path, which gives every thread the same number of keys.",
      .source =
          "hybrid-sort-2008: E. Sintorn, U. Assarsson, Fast parallel GPU-sorting using a hybrid "
          "algorithm, JPDC 68(10), 2008",
      .types = merge::key_types(),
      .axes = axes_of_serial_sort(),
      .constraints = merge::serial_constraints(),
      .costs = {.bytes = "2*N*s*(1 + log2(N/V))",
                .operations = "N/V * (V + V*log2(V)) compare-exchanges per pass",
                .synchronisation = "1 + log2(N/V) launches; N/(2*run) threads in each"},
      .predictions = {{"launches", "1 + ceil(log2(ceil(N/V)))", launches_of_serial_sort},
                      {"parallelism", "the last pass has one thread"}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_sort,
  });
}

}  // namespace warpmark::sort
