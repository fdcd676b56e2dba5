// What one evaluation costs a search besides the measurement: ask() and tell().

#include <benchmark/benchmark.h>

#include "tests/tuning/spaces.hpp"
#include "tuning/strategies/searcher.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning {
namespace {

constexpr int evaluations = 1000;

void search_a_million_configs(benchmark::State& state, const strategy& by) {
  const space over = testing::million_configs();
  for (auto _ : state) {
    searcher search(over, by, {.seed = 5});
    for (int i = 0; i < evaluations; ++i) {
      const auto index = search.ask().front();
      search.tell(index, {.time = testing::bowl_time(over.at(index))});
    }
  }
  state.counters["per evaluation"] = benchmark::Counter(
      evaluations, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

const bool registered = [] {
  for (const auto& strategy : all_strategies())
    benchmark::RegisterBenchmark(
        ("search_a_million_configs/" + strategy.name).c_str(),
        [by = &strategy](benchmark::State& state) { search_a_million_configs(state, *by); })
        ->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
}  // namespace warpmark::tuning
