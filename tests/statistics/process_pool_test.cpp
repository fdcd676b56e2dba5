#include "bench/statistics/process_pool.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/distributions.hpp"
#include "tests/statistics/noise.hpp"

namespace warpmark::statistics {
namespace {

const double z = normal_quantile(0.975);

process_median measured(double median, double error) {
  return {median, interval{median * std::exp(-z * error), median * std::exp(z * error), 0.95}};
}

TEST(process_pool, is_the_geometric_mean_with_students_interval) {
  const auto pool = pool_processes(std::vector<process_median>{{100}, {400}});
  EXPECT_DOUBLE_EQ(pool.median, 200);
  // The logarithms are ln 200 -+ ln 2; their mean has the standard error ln 2.
  const double reach = student_t_quantile(0.975, 1) * std::log(2);
  EXPECT_NEAR(std::log(pool.range.hi / 200), reach, 1e-9);
  EXPECT_NEAR(std::log(200 / pool.range.lo), reach, 1e-9);
  EXPECT_EQ(pool.range.confidence, 0.95);
  EXPECT_NEAR(pool.between, std::sqrt(2) * std::log(2), 1e-12);
  EXPECT_EQ(pool.within, 0) << "their precision is unknown";
}

TEST(process_pool, tells_variance_within_processes_from_that_between_them) {
  std::vector<process_median> processes;
  for (const double offset : {-0.02, -0.01, 0.0, 0.01, 0.02})
    processes.push_back(measured(1000 * std::exp(offset), 0.006));
  const auto pool = pool_processes(processes);
  EXPECT_NEAR(pool.within, 0.006, 1e-9);
  EXPECT_NEAR(pool.between, std::sqrt(0.00025 - 0.000036), 1e-9);
  EXPECT_NEAR(pool.median, 1000, 1e-9);
}

TEST(process_pool, has_nothing_between_where_sampling_explains_all) {
  const auto pool = pool_processes(std::vector{measured(1000, 0.05), measured(1001, 0.05)});
  EXPECT_EQ(pool.between, 0);
  EXPECT_NEAR(pool.within, 0.05, 1e-9);
  EXPECT_GT(pool.range.hi, pool.range.lo);
}

TEST(process_pool, of_equal_medians_is_that_median) {
  const auto pool = pool_processes(std::vector<process_median>(5, {.median = 2624}));
  EXPECT_NEAR(pool.median, 2624, 1e-9);
  EXPECT_LE(pool.range.lo, pool.range.hi);
  EXPECT_NEAR(pool.range.hi, 2624, 1e-9);
}

TEST(process_pool, needs_two_positive_medians) {
  EXPECT_THROW(pool_processes(std::vector<process_median>{{100}}), std::invalid_argument);
  EXPECT_THROW(pool_processes(std::vector<process_median>{{100}, {0}}), std::invalid_argument);
}

// Percentage of 4 000 sweeps of processes whose interval contains the median over processes.
// `errors`: the standard error of the median of each.
double coverage(double between, const std::vector<double>& errors, std::uint64_t seed) {
  constexpr int repeats = 4000;
  int covered = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    noise random(seed, static_cast<std::uint64_t>(repeat));
    std::vector<process_median> processes;
    for (const double error : errors)
      processes.push_back(
          measured(3000 * std::exp(between * random.normal() + error * random.normal()), error));
    covered += pool_processes(processes).range.contains(3000);
  }
  return 100.0 * covered / repeats;
}

TEST(process_pool, covers_the_median_over_processes) {
  for (const std::size_t n : {2, 3, 5, 7, 16})
    for (const double error : {0.0025, 0.01}) {
      const double got = coverage(0.015, std::vector(n, error), 41);
      EXPECT_GE(got, 94) << n << " processes, error " << error;
      EXPECT_LE(got, 96) << n << " processes, error " << error;
    }
}

TEST(process_pool, covers_with_processes_of_unequal_precision) {
  for (const std::size_t n : {3, 5, 7}) {
    std::vector<double> errors(n, 0.002);
    errors.front() = 0.03;
    const double got = coverage(0.015, errors, 42);
    EXPECT_GE(got, 94) << n << " processes";
    EXPECT_LE(got, 97.5) << n << " processes";
  }
}

// The interval of a single process does not cover the next one: why there is a pool.
TEST(process_pool, one_process_covers_far_less) {
  int covered = 0;
  for (int repeat = 0; repeat < 1000; ++repeat) {
    noise random(43, static_cast<std::uint64_t>(repeat));
    const auto one =
        measured(3000 * std::exp(0.015 * random.normal() + 0.0025 * random.normal()), 0.0025);
    covered += one.range->contains(3000);
  }
  EXPECT_LT(covered, 400);
}

}  // namespace
}  // namespace warpmark::statistics
