#include "bench/statistics/detectable_effect.hpp"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/statistics/reference.hpp"

namespace warpmark::statistics {
namespace {

TEST(detectable_effect, agrees_with_scipy) {
  const auto& rows = reference().at("detectable_effect");
  ASSERT_FALSE(rows.empty());
  for (const auto& row : rows) {
    const double want = row[4];
    EXPECT_NEAR(detectable_effect(row[0], row[1], row[2], row[3]), want, 1e-7 * want) << row;
  }
}

TEST(detectable_effect, no_spread_sees_everything) {
  EXPECT_EQ(detectable_effect(0, 9), 0);
  EXPECT_THROW(detectable_effect(-1, 9), std::invalid_argument);
  EXPECT_THROW(detectable_effect(1, 0), std::invalid_argument);
  EXPECT_THROW(detectable_effect(1, 9, 0.5, 0.4), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::statistics
