#include "bench/sampling/pair_sampler.hpp"

#include <string>

#include <gtest/gtest.h>

#include "bench/sampling/throttle_reasons.hpp"
#include "tests/sampling/simulated_timer.hpp"

namespace warpmark::sampling {
namespace {

// Two works that write down when they run, and a timer that takes A for 10 us and B for 11 us, both
// growing by `drift_ns` from sample to sample.
struct duel {
  explicit duel(double drift_ns = 0) {
    timer.execution_ns = [this, drift_ns](std::size_t number) {
      return (ran.back() == 'A' ? 10'000.0 : 11'000.0) + drift_ns * static_cast<double>(number);
    };
  }

  pair_observation run(const pair_options& options) {
    const timed_work first{[this] { ran += 'A'; }, {}}, second{[this] { ran += 'B'; }, {}};
    return sample_pairs(timer, first, second, options);
  }

  // Behind the warm-up: two letters a pair.
  std::string sampled(const pair_options& options) const {
    return ran.substr(ran.size() - 2 * options.pairs);
  }

  std::string ran;
  simulated_timer timer;
};

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

TEST(pair_sampler, the_order_alternates_from_whoever_leads) {
  duel a_leads, b_leads;
  a_leads.run({.pairs = 4});
  b_leads.run({.pairs = 4, .first_leads = false});
  EXPECT_EQ(a_leads.sampled({.pairs = 4}), "ABBAABBA");
  EXPECT_EQ(b_leads.sampled({.pairs = 4}), "BAABBAAB");
}

TEST(pair_sampler, pairs_end_with_their_time) {
  duel duel;
  duel.timer.sample_s = 1e-3;
  const auto seen = duel.run({.pairs = 1000, .max_seconds = 0.05});
  EXPECT_GT(seen.first.samples_ns.size(), 10u);
  EXPECT_LT(seen.first.samples_ns.size(), 30u);
}

TEST(pair_sampler, neither_side_is_held_if_one_has_too_many_operations) {
  simulated_timer timer;
  const timed_work few{[&] { timer.operations = 1; }, {}};
  const timed_work many{[&] { timer.operations = timer.max_held + 1; }, {}};
  sample_pairs(timer, few, many, {.pairs = 3});
  ASSERT_GT(timer.requests.size(), 6u);
  for (auto request = timer.requests.end() - 6; request != timer.requests.end(); ++request)
    EXPECT_FALSE(request->held);
}

TEST(pair_sampler, samples_go_to_the_side_that_ran) {
  duel duel;
  const auto seen = duel.run({.pairs = 5});
  EXPECT_EQ(seen.first.samples_ns, std::vector<double>(5, 10'000.0));
  EXPECT_EQ(seen.second.samples_ns, std::vector<double>(5, 11'000.0));
}

TEST(pair_sampler, a_linear_drift_cancels_in_pairs_and_not_in_blocks) {
  duel paired(10), blocked(10);
  const auto in_pairs = paired.run({.pairs = 20, .max_seconds = 0.05});
  const auto in_blocks =
      blocked.run({.pairs = 20, .order = pair_order::blocked, .max_seconds = 0.05});
  EXPECT_NEAR(mean(in_pairs.second.samples_ns) - mean(in_pairs.first.samples_ns), 1'000, 1e-6);
  EXPECT_NEAR(mean(in_blocks.second.samples_ns) - mean(in_blocks.first.samples_ns), 1'200, 1e-6);
}

TEST(pair_sampler, a_pair_goes_as_a_whole_if_one_sample_was_throttled) {
  duel duel;
  std::size_t looked = 0;
  duel.timer.seen_during = [&](std::size_t) {
    machine_state seen;
    seen.sm_clock_hz = 1'980'000'000;
    if (looked++ == 1) seen.throttle_reasons = throttle::spoils_samples;
    return seen;
  };
  const auto seen = duel.run({.pairs = 6});
  EXPECT_EQ(seen.dropped, 1u);
  EXPECT_EQ(seen.first.samples_ns.size(), 6u);
  EXPECT_EQ(seen.second.samples_ns.size(), 6u);
  EXPECT_EQ(seen.first.throttle_reasons | seen.second.throttle_reasons, throttle::spoils_samples);
}

TEST(pair_sampler, a_machine_that_stays_throttled_yields_no_pairs_and_ends) {
  duel duel;
  duel.timer.seen_during = [](std::size_t) {
    machine_state seen;
    seen.throttle_reasons = throttle::spoils_samples;
    return seen;
  };
  const auto seen = duel.run({.pairs = 2});
  EXPECT_TRUE(seen.first.samples_ns.empty());
  EXPECT_EQ(seen.dropped, 6u);
}

TEST(pair_sampler, clocks_are_those_of_the_side_that_ran) {
  duel duel;
  duel.timer.seen_during = [&](std::size_t) {
    machine_state seen;
    seen.sm_clock_hz = duel.ran.back() == 'A' ? 1'900'000'000 : 1'500'000'000;
    return seen;
  };
  const auto seen = duel.run({.pairs = 2});
  ASSERT_FALSE(seen.first.sm_clocks_hz.empty());
  EXPECT_EQ(seen.first.sm_clocks_hz.front(), 1.9e9);
  EXPECT_EQ(seen.second.sm_clocks_hz.front(), 1.5e9);
}

TEST(pair_sampler, works_shorter_than_the_clocks_floor_are_repeated_alike) {
  duel duel;
  duel.timer.synthetic_limits.floor_ns = 2'000;
  const auto seen = duel.run({.pairs = 3, .may_repeat = true});
  EXPECT_EQ(seen.repeats, 4u);  // 20 floors over the shorter work's 10 us.
  EXPECT_NEAR(seen.first.samples_ns.front(), 10'000, 1e-6);
}

}  // namespace
}  // namespace warpmark::sampling
