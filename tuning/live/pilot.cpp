#include "tuning/live/pilot.hpp"

#include "tuning/tuning_error.hpp"

namespace warpmark::tuning {

bool is_worth_a_pilot(std::span<const config_choice> choices) {
  return choices.size() > 1 && choices.front().problem.integer("n") > pilot_n;
}

std::set<const variant*> far_behind_when_small(std::span<const config_choice> choices,
                                               const device_limits& limits, evaluator& machine,
                                               const race_options& options) {
  if (!is_worth_a_pilot(choices)) return {};
  std::vector<config_choice> small(choices.begin(), choices.end());
  for (config_choice& config_choice : small) config_choice.problem.set("n", pilot_n);
  race_options bases_alone = options;
  bases_alone.evaluations = 0;
  bases_alone.phase = "pilot";
  try {
    return race(small, {}, limits, machine, bases_alone).far_behind;
  } catch (const tuning_error&) {
    return {};  // Failure at the small size does not predict failure at the large one.
  }
}

}  // namespace warpmark::tuning
