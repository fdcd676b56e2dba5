// A tuning from the base to its end: budgets, gains, and meaningless objectives.

#include "tuning/tune.hpp"

#include <gtest/gtest.h>

#include "tests/refusal.hpp"
#include "tests/tuning/spaces.hpp"
#include "tuning/strategies/strategies.hpp"
#include "tuning/tuning_error.hpp"

namespace warpmark::tuning {
namespace {

class tuned : public ::testing::Test {
 protected:
  tuning_result run(const std::function<outcome(config_index)>& measure,
                    const tuning_budget& budget) {
    return tune({.name = "test",
                 .configs = over,
                 .base = 40,
                 .measure = measure,
                 .seen = [&](const evaluation& now) { seen.push_back(now); }},
                find_strategy("random"), 1, {}, budget);
  }

  // The error if every config has this outcome.
  std::string failure(const std::function<outcome(config_index)>& measure) {
    return refusal<tuning_error>([&] { run(measure, {.evaluations = 30}); });
  }

  space over = space::of_rules({testing::numbers("a", 10), testing::numbers("b", 10)}, {});
  std::vector<evaluation> seen;
};

outcome by_index(config_index index) {
  return {.time = 10.0 + static_cast<double>(index), .cost_s = 0.5};
}

TEST_F(tuned, begins_with_the_base_and_keeps_to_its_evaluations) {
  const auto found = run(by_index, {.evaluations = 30});
  EXPECT_EQ(found.evaluations, 30u);
  ASSERT_EQ(seen.size(), 30u);
  EXPECT_EQ(seen.front().config, 40u);
  EXPECT_EQ(found.base_time, 50.0);
  EXPECT_EQ(found.best_time, 10.0 + static_cast<double>(found.best));
  EXPECT_EQ(*found.gain(), 50.0 / found.best_time);
  for (const auto& item : seen) EXPECT_GE(*item.result.time, found.best_time);
  EXPECT_EQ(seen.back().best_time, found.best_time);
  EXPECT_FALSE(found.exhausted);
}

TEST_F(tuned, keeps_to_its_time) { EXPECT_EQ(run(by_index, {.seconds = 10.2}).evaluations, 21u); }

TEST_F(tuned, ends_with_the_space) {
  const auto found = run(by_index, {.evaluations = 1000});
  EXPECT_EQ(found.evaluations, 100u);
  EXPECT_TRUE(found.exhausted);
  EXPECT_EQ(found.best, 0u);
}

TEST_F(tuned, fails_loudly_where_the_objective_says_nothing) {
  const auto says = [&](const std::function<outcome(config_index)>& measure, const char* part) {
    const auto message = failure(measure);
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  says([](config_index) { return outcome{.time = 0.0}; }, "the objective of a=5,b=1 is 0");
  says([](config_index) { return outcome{.time = std::nan("")}; }, "is nan");
  says([](config_index) { return outcome{.time = 3.0}; }, "constant");
  says([](config_index) { return outcome{.reason = "no memory"}; },
       "the base config fails (no memory)");
}

TEST(tuning_without_base, fails_where_nothing_runs) {
  const auto over = space::of_rules({testing::numbers("a", 10)}, {});
  const tuning_task task{.name = "test", .configs = over, .measure = [](config_index) {
                           return outcome{.reason = "no memory"};
                         }};
  try {
    tune(task, find_strategy("random"), 1, {}, {.evaluations = 5});
    FAIL();
  } catch (const tuning_error& error) {
    EXPECT_STREQ(error.what(), "test: none of 5 configs runs; 5 times: no memory");
  }
}

TEST(default_strategy, is_exhaustive_where_the_budget_has_room_for_all) {
  const auto over = space::of_rules({testing::numbers("a", 10)}, {});
  EXPECT_EQ(default_strategy(over, {.evaluations = 10}).name, "exhaustive");
  EXPECT_NE(default_strategy(over, {.evaluations = 9}).name, "exhaustive");
  EXPECT_NE(default_strategy(over, {.seconds = 10}).name, "exhaustive");
}

TEST(default_strategy, is_a_model_unless_the_budget_is_vast) {
  const auto over = testing::large_space();
  EXPECT_EQ(default_strategy(over, {.evaluations = 200}).name, "model_based");
  EXPECT_EQ(default_strategy(over, {.seconds = 60}).name, "model_based");
  EXPECT_EQ(default_strategy(over, {.evaluations = 5000}).name, "multi_start_local_search");
}

}  // namespace
}  // namespace warpmark::tuning
