#include "variants/reduce/shared/grid_finish.hpp"

#include "variants/contract/operators.hpp"

namespace warpmark::reduce {

axis grid_finish_axis(bool has_collector) {
  axis result{.name = "finish",
              .summary = "how one launch combines the blocks' partial results",
              .values = {"ticket", "flags", "collector", "counted_atomic"},
              .base = "ticket"};
  if (!has_collector) result.values = {"ticket", "flags", "counted_atomic"};
  return result;
}

std::vector<constraint> grid_finish_constraints(bool has_collector) {
  return {{std::string(has_collector ? "finish=flags and finish=collector pack"
                                     : "finish=flags packs") +
               " a flag and a partial result of 4 bytes into a word",
           [](const problem& problem, const config& config, const device_limits&) {
             return !finishes_by_flags(config) ||
                    ops::value_bytes(problem.text("op"),
                                     *parse_element_type(problem.text("type"))) == 4;
           }},
          {"finish=counted_atomic is a sum of integers of at most 4 bytes",
           [](const problem& problem, const config& config, const device_limits&) {
             const auto type = *parse_element_type(problem.text("type"));
             return config.text("finish") != "counted_atomic" ||
                    (problem.text("op") == "sum" && !is_floating(type) && size_bytes(type) <= 4);
           }}};
}

bool finishes_by_flags(const config& config) {
  return config.text("finish") == "flags" || config.text("finish") == "collector";
}

grid_finish add_grid_finish(plan_builder& plan, const config& config, std::uint64_t grid) {
  const std::string& finish = config.text("finish");
  const std::size_t partials = plan.scratch("partials", finish == "ticket" ? grid : 0);
  const std::size_t state =
      plan.state("state_of_" + finish,
                 finishes_by_flags(config) ? grid * sizeof(std::uint64_t) : sizeof(std::uint64_t));
  return {"reduce::finish_by_" + finish, partials, state};
}

}  // namespace warpmark::reduce
