#include <set>

#include "bench/backends/cuda/event_sampler.hpp"
#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

class sampling : public fake_driver {
 protected:
  /// Measures `launches` launches of one kernel.
  observation measure(const measuring_options& options, int launches = 1) {
    const auto handle = kernel();
    return machine().measure(
        [&, handle] {
          for (int i = 0; i < launches; ++i) machine().launch(handle, {}, {});
        },
        options);
  }
};

TEST(batches, by_time_and_by_queue) {
  EXPECT_EQ(plan_batches(1e-5, 1).samples, 16u);
  EXPECT_EQ(plan_batches(0.0, 1).samples, 16u);
  EXPECT_EQ(plan_batches(5e-3, 1).samples, 4u);
  EXPECT_EQ(plan_batches(3.0, 1).samples, 1u);
  EXPECT_TRUE(plan_batches(3.0, 1).gated);
  EXPECT_EQ(plan_batches(1e-5, 37).samples, 4u);  // 1 + 4 * 40 <= 200 < 1 + 5 * 40
  EXPECT_TRUE(plan_batches(1e-5, 196).gated);
  EXPECT_FALSE(plan_batches(1e-5, 197).gated) << "even one sample fills the queue";
  EXPECT_EQ(plan_batches(1e-5, 5000).samples, 1u);
}

TEST(stopping, reasons_in_their_order) {
  const measuring_options options{
      .precision = 0.01, .max_seconds = 1, .min_samples = 10, .max_samples = 20};
  EXPECT_EQ(reason_to_stop({}, 9, options), "");
  EXPECT_EQ(reason_to_stop(std::vector<double>(9, 5.0), 0, options), "");
  EXPECT_EQ(reason_to_stop(std::vector<double>(10, 5.0), 0, options), "precision");
  EXPECT_EQ(reason_to_stop({1, 2}, 9, options), "");
  EXPECT_EQ(reason_to_stop({1, 2, 3}, 9, options), "budget");
  std::vector<double> spread(20);
  for (std::size_t i = 0; i < spread.size(); ++i) spread[i] = static_cast<double>(i % 2 + 1);
  EXPECT_EQ(reason_to_stop(spread, 0, options), "max_samples");
  spread.resize(19);
  EXPECT_EQ(reason_to_stop(spread, 0, options), "");
  auto few = options;
  few.min_samples = 1;
  EXPECT_EQ(reason_to_stop({5, 5, 5}, 0, few), "") << "three samples have no 95 % interval";
}

TEST_F(sampling, steady_work_stops_for_precision) {
  const auto seen = measure({});
  EXPECT_EQ(seen.stop_reason, "precision");
  ASSERT_EQ(seen.samples_ns.size(), 16u);  // one batch
  for (const double sample : seen.samples_ns) EXPECT_NEAR(sample, 10'000, 1);
  EXPECT_EQ(fake.launches.size(), 2u + 16u) << "two warm-up runs are enough when they agree";
  EXPECT_EQ(seen.timer_resolution_ns, 0.0);  // nothing passes on the fake clock
  EXPECT_TRUE(seen.findings.empty());
}

TEST_F(sampling, batches_are_enqueued_behind_the_gate) {
  measure({});
  EXPECT_EQ(fake.waits, 2u);  // one for the timer's resolution, one for the batch
  EXPECT_EQ(fake.most_pending, 1u + 2 * 50);
}

TEST_F(sampling, the_flush_is_outside_the_samples_and_never_repeats_a_value) {
  fake.memset_ns = 500'000;
  const auto seen = measure({});
  EXPECT_NEAR(seen.samples_ns.front(), 10'000, 1);
  ASSERT_EQ(fake.memsets.size(), fake.launches.size());
  std::set<std::uint32_t> values;
  for (const auto& each : fake.memsets) {
    EXPECT_EQ(each.words * 4, 2u * 65536);
    values.insert(each.value);
  }
  EXPECT_EQ(values.size(), fake.memsets.size());
}

TEST_F(sampling, hot_samples_are_not_flushed) {
  measure({.cold = false});
  EXPECT_TRUE(fake.memsets.empty());
}

TEST_F(sampling, a_smaller_flush_where_memory_is_short) {
  fake.memory_bytes = 100'000;
  measure({});
  EXPECT_EQ(fake.memsets.at(0).words * 4, 65536u);
}

TEST_F(sampling, fills_belong_to_the_work) {
  const auto buffer = machine().allocate(64);
  const auto seen = machine().measure(
      [&] { machine().fill(buffer, scalar_argument::of(0x1'0000'0002ull), 8); }, {.cold = false});
  EXPECT_NEAR(seen.samples_ns.front(), 2'000, 1);
  machine().release(buffer);
}

TEST_F(sampling, noisy_work_takes_max_samples) {
  fake.launch_pattern_ns = {10'000, 50'000, 20'000, 70'000, 40'000, 60'000, 30'000};
  const auto seen = measure({.max_seconds = 60, .max_samples = 50});
  EXPECT_EQ(seen.stop_reason, "max_samples");
  EXPECT_EQ(seen.samples_ns.size(), 50u);
  EXPECT_EQ(fake.launches.size(), 5u + 50u) << "unsteady work is warmed up five times";
}

TEST_F(sampling, very_slow_work_takes_three_samples) {
  fake.launch_ns = 60e6;
  fake.launch_wall_s = 0.03;
  const auto seen = measure({.max_seconds = 0.02});
  EXPECT_EQ(seen.stop_reason, "budget");
  EXPECT_EQ(seen.samples_ns.size(), 3u);
  EXPECT_EQ(fake.launches.size(), 1u + 3u) << "one slow run is warm-up enough";
}

TEST_F(sampling, work_of_many_launches_keeps_the_queue_short) {
  measure({}, 40);
  EXPECT_LE(fake.most_pending, 200u);
  fake.most_pending = 0;
  const std::size_t waits = fake.waits;
  measure({.max_samples = 6}, 500);
  EXPECT_EQ(fake.waits, waits) << "too long to be held back";
  EXPECT_EQ(fake.most_pending, 0u);
}

TEST_F(sampling, without_stream_waits_it_measures_all_the_same) {
  fake.has_stream_wait = false;
  const auto seen = measure({});
  EXPECT_EQ(seen.stop_reason, "precision");
  EXPECT_EQ(fake.waits, 0u);
  EXPECT_EQ(fake.most_pending, 0u);
}

TEST_F(sampling, without_mapped_memory_it_measures_all_the_same) {
  fake.failing["cuMemHostAlloc"] = 2;
  EXPECT_EQ(measure({}).stop_reason, "precision");
}

TEST_F(sampling, work_that_throws_leaves_the_stream_running) {
  const auto handle = kernel();
  int runs = 0;
  const auto work = [&] {
    machine().launch(handle, {}, {});
    if (++runs == 8) throw std::runtime_error("enough");
  };
  EXPECT_EQ(message_of<std::runtime_error>([&] { machine().measure(work, {}); }), "enough");
  EXPECT_GT(fake.most_pending, 0u);
  machine().synchronize();  // fails in the fake, and hangs on a card, if the gate stayed closed
  EXPECT_EQ(measure({}).stop_reason, "precision");
}

TEST_F(sampling, work_that_waits_for_itself_does_not_hang) {
  const auto handle = kernel();
  const auto seen = machine().measure(
      [&] {
        machine().launch(handle, {}, {});
        machine().synchronize();
      },
      {});
  EXPECT_EQ(seen.stop_reason, "precision");
}

TEST_F(sampling, a_fault_in_the_work_is_thrown) {
  const auto handle = kernel("stray");
  const auto work = [&] {
    fake.fault_in_next_kernel = 700;
    machine().launch(handle, {}, {});
  };
  EXPECT_NE(message_of<device_error>([&] { machine().measure(work, {}); }).find("stray"),
            std::string::npos);
}

}  // namespace
}  // namespace warpmark::cuda
