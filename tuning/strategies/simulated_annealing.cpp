#include <cmath>

#include "tuning/strategies/moves.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning {
namespace {

// Metropolis, on the ratio of times: temperatures then do not depend on the kernel's duration.
bool accepts(search_state& state, double now, double next, double temperature) {
  if (next <= now || std::isinf(now)) return true;
  return state.random.chance(std::exp(-std::log(next / now) / temperature));
}

search simulated_annealing_run(search_state& state) {
  const auto which = state.neighbourhood_setting();
  const double cold = state.setting("coldest");
  std::vector<config_index> one(1);
  while (true) {
    one[0] = next_start(state);
    place here = {one[0], (co_await state.measure(one))[0]};
    for (double temperature = state.setting("hottest"); temperature > cold;
         temperature *= state.setting("cooling")) {
      one[0] = random_neighbour(state, here.at, which);
      const double time = (co_await state.measure(one))[0];
      if (accepts(state, here.time, time, temperature)) here = {one[0], time};
    }
  }
}

}  // namespace

strategy simulated_annealing() {
  return {.name = "simulated_annealing",
          .summary =
              "A walk among neighbours that takes slower ones with a probability that falls as "
              "it cools down; then restarts.",
          .source = "Kirkpatrick, Gelatt and Vecchi, Optimization by simulated annealing, 1983",
          .hyper_parameters = {{"any_value", 1, 0, 1,
                                "neighbours have any other value (1) or an adjacent one (0)"},
                               {"hottest", 0.5, 1e-6, 1e3,
                                "first temperature: at 0.5, one in four steps to twice the "
                                "time is taken"},
                               {"coldest", 0.005, 1e-9, 1e3, "last temperature"},
                               {"cooling", 0.97, 0.01, 0.9999,
                                "ratio of one temperature to the one before"}},
          .run = simulated_annealing_run};
}

}  // namespace warpmark::tuning
