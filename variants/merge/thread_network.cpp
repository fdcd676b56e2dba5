// M1: every few keys are sorted in the registers of one thread.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/merge/shared/serial_pass.hpp"

namespace warpmark::merge {

namespace {

launch_plan plan_network(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  add_network(plan, config.text("network"), static_cast<std::uint32_t>(problem.integer("ways")),
              static_cast<std::uint32_t>(config.integer("block")), plan.from(), plan.to());
  return plan.take();
}

axis network_axis() {
  return {.name = "network",
          .summary = "which words are compared, and in which order",
          .values = {"odd_even_merge", "bitonic", "odd_even_transposition"},
          .base = "odd_even_merge"};
}

}  // namespace

variant thread_network() {
  return {
      .family = "merge",
      .name = "thread_network",
      .level = 1,
      .catalogue_id = "M1",
      .title = "a sorting network in each thread's registers",
      .summary =
          "A thread loads `ways` consecutive keys, sorts them by a fixed sequence of "
          "compare-exchanges, and stores them: the pass that gives a merge sort its first runs. "
          "Nothing diverges, and with 16-byte vectors memory is the only bottleneck, until the "
          "network grows: odd-even merge needs 5 exchanges for 4 keys, 19 for 8 and 63 for 16, "
          "transposition 6, 28 and 120.",
      .source =
          "hybrid-sort-2008 (sortElements); K. E. Batcher, Sorting networks and their "
          "applications, "
          "AFIPS 1968; A. N. Habermann, Parallel neighbor sort, 1972",
      .types = key_types(),
      .axes = {block_axis(false), network_axis()},
      .constraints = {{"run=1, and ways a power of two up to 16: a thread's registers hold the run",
                       [](const problem& problem, const config&, const device_limits&) {
                         const auto ways = problem.integer("ways");
                         return problem.integer("run") == 1 && ways <= 16 &&
                                (ways & (ways - 1)) == 0;
                       }},
                      keys_only()},
      .default_problem = {{"run", std::int64_t{1}}, {"ways", std::int64_t{4}}},
      .costs = {.bytes = "2*N*s",
                .operations = "compare-exchanges: N/4 * 5 for 4 keys, N/8 * 19, N/16 * 63",
                .synchronisation = "none"},
      .predictions = {one_launch(),
                      {"sectors per request",
                       "a lane's keys are neighbours: ways*s bytes from lane to lane, 32 sectors "
                       "per request from 32 bytes on"}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_network,
  };
}

}  // namespace warpmark::merge
