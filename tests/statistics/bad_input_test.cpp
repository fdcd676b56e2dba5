// Every function that takes samples refuses none, and a NaN or an infinity anywhere.

#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench/statistics/autocorrelation.hpp"
#include "bench/statistics/bimodality.hpp"
#include "bench/statistics/dip.hpp"
#include "bench/statistics/hodges_lehmann.hpp"
#include "bench/statistics/mann_kendall.hpp"
#include "bench/statistics/median_interval.hpp"
#include "bench/statistics/median_stopping.hpp"
#include "bench/statistics/moderated_t.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/sample_summary.hpp"
#include "bench/statistics/signed_rank_test.hpp"
#include "bench/statistics/steadiness.hpp"
#include "bench/statistics/step_fit.hpp"
#include "bench/statistics/t_test.hpp"

namespace warpmark::statistics {
namespace {

struct named_function {
  std::string name;
  std::function<void(const std::vector<double>&)> call;
};

const std::vector<double> good{1, 2, 4, 3, 5, 7, 6, 9, 8, 10};

std::vector<named_function> functions() {
  return {
      {"effective_sample_size", [](const auto& x) { effective_sample_size(x); }},
      {"assess_bimodality", [](const auto& x) { assess_bimodality(x); }},
      {"dip_statistic", [](const auto& x) { dip_statistic(x); }},
      {"hodges_lehmann", [](const auto& x) { hodges_lehmann(x); }},
      {"mann_kendall_test", [](const auto& x) { mann_kendall_test(x); }},
      {"median", [](const auto& x) { median(x); }},
      {"median_interval", [](const auto& x) { median_interval(x); }},
      {"interpolated_median_interval", [](const auto& x) { interpolated_median_interval(x); }},
      {"median_stopping_rule", [](const auto& x) { median_stopping_rule().look(x); }},
      {"fit_variance_prior", [](const auto& x) { fit_variance_prior(x, x); }},
      {"summarise", [](const auto& x) { summarise(x); }},
      {"signed_rank_test", [](const auto& x) { signed_rank_test(x); }},
      {"fit_step", [](const auto& x) { fit_step(x); }},
      {"t_test", [](const auto& x) { t_test(x); }},
  };
}

TEST(bad_input, no_samples_are_refused) {
  for (const auto& [name, call] : functions()) {
    EXPECT_THROW(call({}), std::invalid_argument) << name;
    EXPECT_NO_THROW(call(good)) << name;
  }
}

TEST(bad_input, what_is_not_finite_is_refused) {
  auto all = functions();
  all.push_back({"assess_steadiness", [](const auto& x) { assess_steadiness(x); }});
  for (const auto& [name, call] : all) {
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      for (const std::size_t place : {0, 5, 9}) {
        std::vector<double> samples = good;
        samples[place] = bad;
        EXPECT_THROW(call(samples), std::invalid_argument) << name << " " << bad << " " << place;
      }
    }
  }
}

TEST(bad_input, the_message_names_the_function_and_the_sample) {
  std::vector<double> samples = good;
  samples[5] = std::numeric_limits<double>::quiet_NaN();
  try {
    hodges_lehmann(samples);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "Hodges-Lehmann estimate: sample 5 is nan; all must be finite");
  }
}

TEST(bad_input, levels_out_of_range_are_refused) {
  for (const double level : {0.0, 1.0, -0.5, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(median_interval(good, level), std::invalid_argument) << level;
    EXPECT_THROW(hodges_lehmann(good, level), std::invalid_argument) << level;
    EXPECT_THROW(t_test(good).range(level), std::invalid_argument) << level;
    EXPECT_THROW(median_stopping_rule({.confidence = level}), std::invalid_argument) << level;
  }
  EXPECT_THROW(median_stopping_rule({.precision = 0}), std::invalid_argument);
  EXPECT_THROW(median_stopping_rule({.growth = 1}), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::statistics
