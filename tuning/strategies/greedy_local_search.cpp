#include "tuning/strategies/moves.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning {
namespace {

search greedy_local_search_run(search_state& state) {
  const auto which = state.neighbourhood_setting();
  const auto patience = state.count_setting("patience");
  std::vector<config_index> one = {next_start(state)};
  place best = {one[0], (co_await state.measure(one))[0]};
  place here = best;
  for (std::size_t fruitless = 0;;) {
    // Descends to the first neighbour that is faster.
    for (bool moved = true; moved;) {
      moved = false;
      auto near = neighbours(state.over, state.over.at(here.at), which);
      state.random.shuffle(near);
      for (const auto index : near) {
        one = {index};
        const double time = (co_await state.measure(one))[0];
        if (time >= here.time) continue;
        here = {index, time};
        moved = true;
        break;
      }
    }
    // Continues from the best local optimum, or elsewhere after too many fruitless kicks.
    fruitless = here.time < best.time ? 0 : fruitless + 1;
    if (here.time < best.time) best = here;
    const bool elsewhere = fruitless > patience;
    one = {elsewhere ? state.draw() : kicked(state, best.at, state.count_setting("kick"))};
    here = {one[0], (co_await state.measure(one))[0]};
    if (elsewhere) {
      best = here;
      fruitless = 0;
    }
  }
}

}  // namespace

strategy greedy_local_search() {
  return {.name = "greedy_local_search",
          .summary =
              "Steps to the first neighbour that is faster; at a local optimum it changes a few "
              "axes at "
              "once and continues (iterated local search).",
          .source = "Lourenço, Martin and Stützle, Iterated local search, 2003",
          .hyper_parameters = {{"any_value", 1, 0, 1,
                                "neighbours have any other value (1) or an adjacent one (0)"},
                               {"kick", 3, 1, 64, "axes changed at once at a local optimum"},
                               {"patience", 5, 0, 1e6, "fruitless kicks before a restart"}},
          .run = greedy_local_search_run};
}

}  // namespace warpmark::tuning
