// Counting and drawing from spaces too large to list.

#include <benchmark/benchmark.h>

#include "tests/space/small_spaces.hpp"

namespace warpmark::spaces {
namespace {

void count_ten_billion_tuples(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(testing::large_space().count());
}
BENCHMARK(count_ten_billion_tuples)->Unit(benchmark::kMillisecond);

void count_an_entangled_group(benchmark::State& state) {
  const auto tiles = testing::matrix_tiles();
  for (auto _ : state) benchmark::DoNotOptimize(space::of_rules(tiles.axes, tiles.rules).count());
}
BENCHMARK(count_an_entangled_group)->Unit(benchmark::kMillisecond);

void draw_a_config(benchmark::State& state) {
  const auto over = testing::large_space();
  random_source random(1);
  for (auto _ : state) benchmark::DoNotOptimize(over.index_of(over.at(over.sample(random))));
}
BENCHMARK(draw_a_config);

}  // namespace
}  // namespace warpmark::spaces
