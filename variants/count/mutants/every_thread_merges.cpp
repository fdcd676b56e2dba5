// All threads of a level perform a merge for one thread.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant every_thread_merges() {
  variant result =
      chunked_mutant({.name = "every_thread_merges",
                      .source = "dca-2016, cdpCountChunkGrid1",
                      .fault = {"All threads of a level merge all lists into the one table at "
                                "once: their writes race, and values are counted more than once.",
                                {"global_race", "missing_syncwarp"}},
                      .problem = {{"n", std::int64_t{128}}},
                      .replaced = "count::merge_lists"});
  result.plan = [one_thread = result.plan](const problem& problem, const config& config,
                                           const device_limits& limits) {
    launch_plan plan = one_thread(problem, config, limits);
    change_launches(plan, [](launch_step& step) {
      if (step.shape.block.x == 1) step.shape.block.x = 64;
    });
    return plan;
  };
  return result;
}

}  // namespace warpmark::count::mutants
