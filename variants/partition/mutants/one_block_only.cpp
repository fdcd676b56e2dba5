// A grid of one block, with one thread per element.

#include "variants/contract/mutant.hpp"

namespace warpmark::partition {
variant warp_ballot_atomic();
}

namespace warpmark::partition::mutants {

variant one_block_only() {
  variant result = mutant_of(
      warp_ballot_atomic(),
      {.name = "one_block_only",
       .source =
           "ballot-2022, main: vote_ballot<<<1, n>>>, indexed by threadIdx.x alone; catalogue "
           "10.1, 5",
       .fault =
           {"One block is launched, so that elements beyond the size of a block are not moved.",
            {"wrong"}},
       .problem = {{"n", std::int64_t{1100}}},
       .config = {{"block", std::int64_t{1024}}}});
  result.plan = [sound = result.plan](const problem& problem, const config& config,
                                      const device_limits& limits) {
    launch_plan plan = sound(problem, config, limits);
    change_launches(plan, [](launch_step& step) { step.shape.grid = {}; });
    return plan;
  };
  return result;
}

}  // namespace warpmark::partition::mutants
