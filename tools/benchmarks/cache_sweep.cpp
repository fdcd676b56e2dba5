// Reading lines that were in the cache, and lines that a sweep drove out of it.

#include <benchmark/benchmark.h>
#include <cstddef>
#include <vector>

#include "bench/backends/host/cache_sweeper.hpp"
#include "bench/backends/host/cpu_reader.hpp"

namespace warpmark::host {
namespace {

// A chain of loads, each of another line and known only from the one before: what it takes is the
// latency of wherever the lines are.
class chain_of_lines {
 public:
  static constexpr std::size_t lines = 1 << 11;

  chain_of_lines() : next_(lines * words_per_line) {
    for (std::size_t i = 0; i < lines; ++i)
      next_[place(i) * words_per_line] = place((i + 1) % lines) * words_per_line;
  }

  void walk() const {
    std::size_t at = 0;
    for (std::size_t i = 0; i < lines; ++i) at = next_[at];
    benchmark::DoNotOptimize(at);
  }

 private:
  static constexpr std::size_t words_per_line = 8;
  static std::size_t place(std::size_t i) { return i * 1237 % lines; }  // An odd factor permutes.
  std::vector<std::size_t> next_;
};

void walk_lines_in_the_cache(benchmark::State& state) {
  const chain_of_lines chain;
  for (auto _ : state) chain.walk();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(chain_of_lines::lines));
}
BENCHMARK(walk_lines_in_the_cache);

void walk_lines_after_a_sweep(benchmark::State& state, flush_lines leaving) {
  const chain_of_lines chain;
  cache_sweeper sweeper(last_level_cache_bytes(read_cpu()));
  for (auto _ : state) {
    state.PauseTiming();
    sweeper.sweep(leaving);
    state.ResumeTiming();
    chain.walk();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(chain_of_lines::lines));
}
BENCHMARK_CAPTURE(walk_lines_after_a_sweep, clean, flush_lines::clean)->Iterations(20);
BENCHMARK_CAPTURE(walk_lines_after_a_sweep, dirty, flush_lines::dirty)->Iterations(20);

}  // namespace
}  // namespace warpmark::host
