// Of a thousand measurements of noise, how many give an interval that holds the long-run median.

#include <cmath>

#include <gtest/gtest.h>

#include "bench/sampling/sampler.hpp"
#include "tests/sampling/simulated_timer.hpp"
#include "tests/statistics/noise.hpp"

namespace warpmark::sampling {
namespace {

using statistics::noise;

constexpr int repeats = 1000;
constexpr double spread = 0.03;
constexpr double execution_ns = 10'000;

struct noise_case {
  const char* name;
  statistics::shape draw;
  double tick_ns;  ///< Of the clock.
  double min_percent = 93;
  double dependence = 0;  ///< Correlation of neighbours.
};

void PrintTo(const noise_case& one, std::ostream* out) { *out << one.name; }

class coverage : public testing::TestWithParam<noise_case> {};

// The dependence of a few samples is seen too small in them, so less is asked there. Neighbours
// that are alike share their draw now and then.
TEST_P(coverage, of_the_long_run_median) {
  const noise_case& noise_case = GetParam();
  const double truth_ns = execution_ns * statistics::long_run_median(noise_case.draw, spread);
  int covered = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    noise random(7, static_cast<std::uint64_t>(repeat)),
        chance(8, static_cast<std::uint64_t>(repeat));
    double drawn = (random.*noise_case.draw)(spread);
    simulated_timer timer;
    timer.synthetic_limits.tick_ns = noise_case.tick_ns;
    timer.execution_ns = [&](std::size_t) {
      if (statistics::normal_cdf(chance.normal()) >= noise_case.dependence)
        drawn = (random.*noise_case.draw)(spread);
      const double ns = execution_ns * drawn;
      return noise_case.tick_ns == 0 ? ns
                                     : std::round(ns / noise_case.tick_ns) * noise_case.tick_ns;
    };
    const auto seen = sample(timer, timed_work([] {}), {.max_seconds = 30});
    covered += seen.median_interval->contains(truth_ns) ? 1 : 0;
  }
  EXPECT_GE(100.0 * covered / repeats, noise_case.min_percent);
  EXPECT_LE(100.0 * covered / repeats, 97);
}

INSTANTIATE_TEST_SUITE_P(noises, coverage,
                         testing::Values(noise_case{"normal", &noise::normal_time, 0},
                                         noise_case{"lognormal", &noise::lognormal_time, 0},
                                         noise_case{"bimodal", &noise::bimodal_time, 0},
                                         noise_case{"coarse_clock", &noise::normal_time, 64},
                                         noise_case{"dependent", &noise::normal_time, 0, 88, 0.2}),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace warpmark::sampling
