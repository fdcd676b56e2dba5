#include "bench/statistics/distributions.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "bench/statistics/polygamma.hpp"
#include "tests/statistics/reference.hpp"

namespace warpmark::statistics {
namespace {

using row = std::vector<double>;

// Calls `compute` with the leading numbers of each row of reference.json's table and compares it
// with the last one, to 10 digits even of a tail of 1e-20.
template <class function>
void expect_table(const std::string& name, function compute) {
  const auto rows = reference().at("distributions").at(name).get<std::vector<row>>();
  ASSERT_FALSE(rows.empty());
  for (const row& numbers : rows) {
    const double want = numbers.back();
    EXPECT_NEAR(compute(numbers), want, 1e-10 * std::abs(want) + 1e-300)
        << name << " of " << nlohmann::json(numbers);
  }
}

std::size_t whole(double number) { return static_cast<std::size_t>(number); }

TEST(distributions, agree_with_scipy) {
  expect_table("normal_cdf", [](const row& x) { return normal_cdf(x[0]); });
  expect_table("normal_quantile", [](const row& x) { return normal_quantile(x[0]); });
  expect_table("student_t_cdf", [](const row& x) { return student_t_cdf(x[0], x[1]); });
  expect_table("student_t_upper_tail",
               [](const row& x) { return student_t_upper_tail(x[0], x[1]); });
  expect_table("student_t_quantile", [](const row& x) { return student_t_quantile(x[0], x[1]); });
  expect_table("binomial_cdf",
               [](const row& x) { return binomial_cdf(whole(x[0]), whole(x[1]), x[2]); });
  expect_table("binomial_upper_tail",
               [](const row& x) { return binomial_upper_tail(whole(x[0]), whole(x[1]), x[2]); });
}

TEST(distributions, infinite_degrees_of_freedom_are_the_normal) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(student_t_cdf(1.3, infinity), normal_cdf(1.3));
  EXPECT_EQ(student_t_quantile(0.9, infinity), normal_quantile(0.9));
}

TEST(distributions, refuse_what_has_no_answer) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(normal_cdf(nan), std::invalid_argument);
  EXPECT_THROW(normal_quantile(0), std::invalid_argument);
  EXPECT_THROW(normal_quantile(nan), std::invalid_argument);
  EXPECT_THROW(student_t_cdf(0, 0), std::invalid_argument);
  EXPECT_THROW(student_t_cdf(0, nan), std::invalid_argument);
  EXPECT_THROW(binomial_cdf(1, 2, 1.5), std::invalid_argument);
}

TEST(polygamma, agrees_with_scipy) {
  expect_table("digamma", [](const row& x) { return digamma(x[0]); });
  expect_table("trigamma", [](const row& x) { return trigamma(x[0]); });
  expect_table("trigamma_inverse", [](const row& x) { return trigamma_inverse(x[0]); });
}

TEST(polygamma, inverse_is_good_at_the_ends_of_its_range) {
  for (const double x : {1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e7, 1e9}) {
    EXPECT_NEAR(trigamma(trigamma_inverse(x)) / x, 1, 1e-3) << x;
  }
  EXPECT_THROW(trigamma_inverse(0), std::invalid_argument);
  EXPECT_THROW(trigamma(-1), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::statistics
