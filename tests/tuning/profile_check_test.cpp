#include "tuning/live/profile_check.hpp"

#include <gtest/gtest.h>

#include "tests/tuning/simulated_evaluator.hpp"
#include "tests/tuning/small_tables.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {
namespace {

using testing::candidate_of;

const device_limits hopper{};
constexpr const char* ours = "tree_sequential";
constexpr const char* newcomer = "tree_interleaved_compact";

// reduce/tree_sequential with a block that a profile has stored, among two variants.
size_to_check stored_block(std::int64_t block) {
  std::map<std::string, std::size_t> pruned;
  size_to_check size{.choices = make_choices(built_in_registry(),
                                             {.patterns = {std::string("reduce/") + ours,
                                                           std::string("reduce/") + newcomer},
                                              .problem = {{"n", "65536"}},
                                              .config = {}},
                                             pruned),
                     .stored = {},
                     .others = {}};
  size.stored = stored_point(built_in_registry(), "reduce", candidate_of(ours, block),
                             size.choices.front().problem, hopper, "cuda");
  return size;
}

// In ns: 1000 with blocks of 512; others are slower by 10 % per step, and launches that overlap by
// 10 %; the new variant's time is a parameter.
struct times {
  double newcomer_ns = 3000;
  double best_block = 512;
  std::optional<double> operator()(const point& point, std::size_t) const {
    const auto block = static_cast<double>(point.config.integer("block"));
    double ns = point.variant->name == newcomer ? newcomer_ns : 1000;
    for (double at = block; at < best_block; at *= 2) ns *= 1.1;
    for (double at = block; at > best_block; at /= 2) ns *= 1.1;
    if (point.config.text("pdl") == "on") ns *= 1.1;
    if (const auto* items = point.config.find("items"))
      ns *= 1 + 0.02 * static_cast<double>(std::get<std::int64_t>(*items) - 1);
    return ns;
  }
};

size_verdict verdict_on(const size_to_check& size, const times& by,
                        check_options check_options = {}) {
  simulated_evaluator at;
  at.takes = by;
  return check_sizes(std::vector{size}, hopper, at, check_options).front();
}

TEST(profile_check, what_is_still_the_best_holds) {
  const auto came = verdict_on(stored_block(512), {});
  EXPECT_FALSE(came.stale) << came.reason;
  ASSERT_TRUE(came.challenge_result.incumbent_ns);
}

TEST(profile_check, a_better_config_of_the_variant_makes_it_stale) {
  const auto came = verdict_on(stored_block(256), {});
  EXPECT_TRUE(came.stale);
  ASSERT_TRUE(came.challenge_result.by && came.challenge_result.faster);
  EXPECT_EQ(came.challenge_result.by->config.integer("block"), 512);
  EXPECT_DOUBLE_EQ(came.challenge_result.faster->median, 1.1);
  EXPECT_NE(came.reason.find("1.100 times as fast"), std::string::npos) << came.reason;
}

TEST(profile_check, a_better_variant_that_the_profile_does_not_know_makes_it_stale) {
  const auto came = verdict_on(stored_block(512), {.newcomer_ns = 900});
  EXPECT_TRUE(came.stale);
  ASSERT_TRUE(came.challenge_result.by);
  EXPECT_EQ(came.challenge_result.by->variant->name, newcomer);
}

TEST(profile_check, what_it_may_lose_is_no_reason) {
  // 0.98 is a gain of 2.04 %.
  EXPECT_TRUE(verdict_on(stored_block(512), {.newcomer_ns = 980}, {.allowed = 0.02}).stale);
  EXPECT_FALSE(verdict_on(stored_block(512), {.newcomer_ns = 980}, {.allowed = 0.03}).stale);
}

// The stored config is faster in every third round.
size_verdict verdict_on_changing(double sometimes_ns) {
  simulated_evaluator at;
  at.takes = [=](const point& point, std::size_t round) {
    const bool stored = point.variant->name == ours && point.config.integer("block") == 512 &&
                        point.config.text("pdl") == "off";
    if (!stored) return times{.newcomer_ns = 950}(point, round);
    return std::optional(round % 3 == 1 ? sometimes_ns : 1000.0);
  };
  return check_sizes(std::vector{stored_block(512)}, hopper, at, {}).front();
}

TEST(profile_check, a_challenger_that_rounds_do_not_agree_on_is_no_reason) {
  for (const double sometimes_ns : {900.0, 960.0}) {
    const auto came = verdict_on_changing(sometimes_ns);
    ASSERT_TRUE(came.challenge_result.faster);
    EXPECT_GT(came.challenge_result.faster->median, 1.02);
    EXPECT_LT(came.challenge_result.faster->of_median.lo, 1.02);
    EXPECT_FALSE(came.stale) << came.reason;
  }
  EXPECT_TRUE(verdict_on_changing(975).stale);
}

TEST(profile_check, what_does_not_run_rightly_any_more_is_stale) {
  simulated_evaluator at;
  at.takes = [](const point& point, std::size_t round) -> std::optional<double> {
    if (point.variant->name == ours && point.config.integer("block") == 512) return std::nullopt;
    return times{}(point, round);
  };
  const auto came = check_sizes(std::vector{stored_block(512)}, hopper, at, {}).front();
  EXPECT_TRUE(came.stale);
  EXPECT_NE(came.reason.find("expected 2"), std::string::npos) << came.reason;
}

TEST(profile_check, what_is_gone_is_stale_without_a_measurement) {
  auto size = stored_block(512);
  const problem problem = size.choices.front().problem;
  simulated_evaluator at;
  at.takes = times{};
  candidate other_axis = candidate_of(ours, 512);
  other_axis.parameters.set("blok", std::int64_t{1});
  for (const auto& [gone, part] :
       {std::pair{candidate_of("tree_of_life", 512), "unknown variant reduce/tree_of_life"},
        std::pair{other_axis, "no axis 'blok'"}, std::pair{candidate_of(ours, 500), "block"}}) {
    size.stored = stored_point(built_in_registry(), "reduce", gone, problem, hopper, "cuda");
    const auto came = check_sizes(std::vector{size}, hopper, at, {}).front();
    EXPECT_TRUE(came.stale);
    EXPECT_NE(came.reason.find(part), std::string::npos) << came.reason;
  }
  EXPECT_TRUE(at.points.empty());
}

TEST(profile_check, axes_that_are_new_stand_at_their_base) {
  candidate without_items = candidate_of(ours, 512);
  const auto stored = stored_point(built_in_registry(), "reduce", without_items,
                                   stored_block(512).choices.front().problem, hopper, "cuda");
  ASSERT_TRUE(stored.at) << stored.gone;
  for (const auto& along : stored.at->variant->axes) {
    const bool is_stored = along.name == "block";
    EXPECT_EQ(*stored.at->config.find(along.name),
              is_stored ? parameter_value(std::int64_t{512}) : along.base);
  }
}

TEST(profile_check, keeps_to_its_budget_and_tries_the_profiles_other_configs) {
  auto size = stored_block(256);
  size.others = {*stored_block(1024).stored.at};
  simulated_evaluator at;
  at.takes = times{};
  const auto came = check_sizes(std::vector{size}, hopper, at, {.evaluations = 6}).front();
  EXPECT_LE(came.evaluations, 6u + 2u + size.choices.size());
  ASSERT_GE(at.points.size(), 2u);
  EXPECT_EQ(at.points[0].key(), size.stored.at->key());
  EXPECT_EQ(at.points[1].key(), size.others.front().key()) << "before anything is searched";
}

TEST(profile_check, every_size_has_its_own_verdict_in_order) {
  auto gone = stored_block(512);
  gone.stored = {{}, "gone"};
  auto small = stored_block(256);
  for (auto& choice : small.choices) choice.problem.set("n", std::int64_t{1024});
  small.stored.at->problem.set("n", std::int64_t{1024});
  simulated_evaluator at;
  at.takes = times{};
  const auto came = check_sizes(std::vector{small, gone, stored_block(512)}, hopper, at, {});
  ASSERT_EQ(came.size(), 3u);
  EXPECT_TRUE(came[0].stale);
  EXPECT_EQ(came[1].reason, "gone");
  EXPECT_FALSE(came[2].stale);
}

}  // namespace
}  // namespace warpmark::tuning
