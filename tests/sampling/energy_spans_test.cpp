// Loads of known power, measured by a counter that is updated ten times per second.

#include "bench/sampling/energy_spans.hpp"

#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/sampling/simulated_card.hpp"

namespace warpmark::sampling {
namespace {

class energy : public ::testing::Test {
 protected:
  // A span is no multiple of the time between updates.
  energy_observation measure(const energy_options& options = {.span_s = 0.73, .spans = 5}) {
    return measure_energy(
        card, [this] { card.execute(); },
        {.run_ns = card.execution_s * 1e9, .operations = operations}, options);
  }

  double joules() const { return card.busy_w * card.execution_s; }

  void expect_right(const energy_observation& seen, double relative) const {
    ASSERT_EQ(seen.missing, "");
    ASSERT_EQ(seen.joules.size(), 5u);
    for (const double one : seen.joules) EXPECT_NEAR(one, joules(), relative * joules());
    EXPECT_NEAR(seen.mean_power_w(), card.busy_w, relative * card.busy_w);
    EXPECT_NEAR(seen.executions, seen.seconds / card.execution_s,
                relative * seen.seconds / card.execution_s);
  }

  simulated_card card;
  std::size_t operations = 1;
};

TEST_F(energy, a_span_has_the_energy_of_its_executions) {
  const auto seen = measure();
  expect_right(seen, 0.004);
  EXPECT_EQ(seen.source, energy_source::counter);
  EXPECT_GE(seen.seconds, 5 * 0.73);
  EXPECT_LE(seen.seconds, 5 * 0.83 + 0.01);
}

// The updates are 0.1 s apart: unaligned edges would be wrong by up to a seventh.
TEST_F(energy, the_edges_of_spans_are_updates_of_the_counter) {
  for (const double offset : {0.013, 0.047, 0.091}) {
    card = {};
    card.update_s = [offset](std::size_t k) { return k == 0 ? 0.0 : offset + 0.1 * double(k); };
    expect_right(measure(), 0.004);
  }
}

TEST_F(energy, late_updates_lengthen_a_span_and_leave_the_energy_right) {
  card.update_s = [](std::size_t k) {
    return 0.1 * static_cast<double>(k) + (k % 7 == 3 ? 0.08 : k % 5 == 1 ? 0.03 : 0.0);
  };
  expect_right(measure(), 0.004);
}

// Executions that keep step with the updates, and such that outlast them.
TEST_F(energy, executions_in_progress_at_an_edge_count_in_part) {
  for (const double execution_s : {0.033, 0.05, 0.1, 0.3}) {
    card = {};
    card.execution_s = execution_s;
    expect_right(measure(), 0.01);
  }
}

TEST_F(energy, a_span_has_three_executions_at_least) {
  card.execution_s = 0.9;
  const auto seen = measure();
  expect_right(seen, 0.01);
  EXPECT_GE(seen.executions, 5 * 3 * 0.99);
}

TEST_F(energy, the_card_has_work_throughout) {
  for (const double execution_s : {10e-6, 500e-6, 20e-3}) {
    card = {};
    card.reading_s = 0.5e-3;
    card.execution_s = execution_s;
    measure();
    EXPECT_EQ(card.gaps, 0u) << execution_s;
  }
}

TEST_F(energy, the_queue_stays_shorter_than_what_blocks_the_host) {
  operations = 3;
  card.execution_s = 2e-6;
  measure();
  EXPECT_LE(3 * card.max_in_flight, 1000u);
  operations = 5'000;
  card = {};
  measure();
  EXPECT_LE(card.max_in_flight, 4u) << "one execution per mark";
}

TEST_F(energy, the_load_ends_with_its_last_execution) {
  measure();
  EXPECT_EQ(card.pending_marks(), 0u);
}

TEST_F(energy, a_span_in_which_the_counter_is_reset_is_replaced) {
  card.reading = [](std::uint64_t mj, std::size_t update) {
    return std::optional(update < 20 ? mj : mj - 700'000);
  };
  expect_right(measure(), 0.004);
  EXPECT_GT(card.now_s(), 0.73 * 7);
}

TEST_F(energy, an_overflow_of_the_counter_is_a_reset) {
  card.reading = [](std::uint64_t mj, std::size_t) {
    return std::optional(mj + (std::numeric_limits<std::uint64_t>::max() - 900'000));
  };
  expect_right(measure(), 0.004);
}

TEST_F(energy, a_counter_that_is_reset_again_and_again_is_not_used) {
  card.reading = [](std::uint64_t mj, std::size_t update) {
    return std::optional(mj % 300'000 + update);
  };
  EXPECT_EQ(measure().source, energy_source::power_samples);
  card.has_power = false;
  EXPECT_EQ(measure().missing, "the energy counter does not increase steadily");
}

TEST_F(energy, a_counter_that_becomes_unsteady_leaves_no_spans) {
  card.has_power = false;
  card.reading = [](std::uint64_t mj, std::size_t update) {
    return std::optional(update < 28 ? mj : mj % 200'000);
  };
  const auto seen = measure();
  EXPECT_EQ(seen.missing, "the energy counter does not increase steadily");
  EXPECT_TRUE(seen.joules.empty());
}

TEST_F(energy, without_a_counter_the_power_is_integrated) {
  card.reading = [](std::uint64_t, std::size_t) { return std::optional<std::uint64_t>(); };
  const auto seen = measure();
  expect_right(seen, 0.004);
  EXPECT_EQ(seen.source, energy_source::power_samples);
}

TEST_F(energy, a_counter_that_never_changes_is_not_used) {
  card.reading = [](std::uint64_t, std::size_t) { return std::optional<std::uint64_t>(7); };
  const auto seen = measure();
  expect_right(seen, 0.004);
  EXPECT_EQ(seen.source, energy_source::power_samples);
}

TEST_F(energy, without_sensors_there_is_one_reason) {
  card.reading = [](std::uint64_t, std::size_t) { return std::optional<std::uint64_t>(); };
  card.has_power = false;
  EXPECT_EQ(measure().missing, "neither an energy counter nor the power can be read");
  EXPECT_EQ(card.executions, 0u);
  card.why_missing = "it is a slice";
  EXPECT_EQ(measure().missing, "it is a slice");
}

TEST_F(energy, idle_power_is_that_of_a_card_without_work) {
  EXPECT_NEAR(*idle_power_w(card), 80, 0.5);
  card.reading = [](std::uint64_t, std::size_t) { return std::optional<std::uint64_t>(); };
  EXPECT_NEAR(*idle_power_w(card), 80, 0.5);
  card.has_power = false;
  EXPECT_FALSE(idle_power_w(card));
  EXPECT_EQ(card.executions, 0u);
}

}  // namespace
}  // namespace warpmark::sampling
