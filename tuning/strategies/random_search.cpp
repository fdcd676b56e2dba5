#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning {
namespace {

// Few enough to compile before they are measured.
constexpr std::size_t random_batch = 64;

search random_search_run(search_state& state) {
  while (!state.asked_configs.all()) {
    const auto batch = state.draw(random_batch);
    co_await state.measure(batch);
  }
}

}  // namespace

strategy random_search() {
  return {.name = "random",
          .summary = "Configs drawn without replacement, each equally likely.",
          .source = "Bergstra and Bengio, Random search for hyper-parameter optimization, 2012",
          .hyper_parameters = {},
          .run = random_search_run};
}

}  // namespace warpmark::tuning
