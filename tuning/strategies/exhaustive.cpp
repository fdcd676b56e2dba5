#include <algorithm>
#include <numeric>

#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning {
namespace {

// Few enough to compile before they are measured.
constexpr config_index exhaustive_batch = 64;

search exhaustive_run(search_state& state) {
  const auto count = state.over.count();
  for (config_index begin = 0; begin < count; begin += exhaustive_batch) {
    std::vector<config_index> batch(std::min(exhaustive_batch, count - begin));
    std::iota(batch.begin(), batch.end(), begin);
    co_await state.measure(batch);
  }
}

}  // namespace

strategy exhaustive() {
  return {.name = "exhaustive",
          .summary = "Every config, in the order of the space: finds the optimum.",
          .source = "none needed",
          .hyper_parameters = {},
          .run = exhaustive_run};
}

}  // namespace warpmark::tuning
