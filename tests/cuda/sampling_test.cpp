#include <algorithm>

#include "bench/backends/measure.hpp"
#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

class sampling : public fake_driver {
 protected:
  /// Of the work; the timer has an empty kernel of its own.
  std::size_t own_launches() const {
    return static_cast<std::size_t>(
        std::count_if(fake.launches.begin(), fake.launches.end(),
                      [](const auto& launch) { return launch.kernel == "kernel"; }));
  }

  /// Measures `launches` launches of one kernel.
  observation measure(const measuring_options& options, int launches = 1) {
    const auto handle = kernel();
    return warpmark::measure(
        machine(),
        [&, handle] {
          for (int i = 0; i < launches; ++i) machine().launch(handle, {}, {});
        },
        options);
  }
};

TEST_F(sampling, steady_work_stops_for_precision) {
  const auto seen = measure({});
  EXPECT_EQ(seen.stop_reason, stop_reason::precision);
  ASSERT_EQ(seen.samples_ns.size(), 25u);
  for (const double sample : seen.samples_ns) EXPECT_NEAR(sample, 10'000, 1);
  EXPECT_EQ(own_launches(), seen.warm_up->runs + 25u);
  EXPECT_EQ(seen.timer_floor_ns, 0.0);  // nothing passes on the fake clock
  EXPECT_EQ(seen.timer_tick_ns, 0.0);
  EXPECT_TRUE(seen.findings.empty());
}

TEST_F(sampling, each_sample_is_enqueued_whole_behind_the_gate) {
  const auto seen = measure({}, 3);
  EXPECT_EQ(fake.max_pending, 1u + 1 + 3 + 1);  // wait, start, three launches, stop
  EXPECT_GE(fake.waits, seen.samples_ns.size());
}

TEST_F(sampling, preparation_is_outside_the_samples) {
  fake.memset_ns = 500'000;
  const auto handle = kernel();
  const auto buffer = machine().allocate(64);
  const auto seen = warpmark::measure(
      machine(),
      {[&] { machine().launch(handle, {}, {}); },
       [&] { machine().fill(buffer, scalar_argument::of(std::uint32_t{1}), 16); }},
      {});
  EXPECT_NEAR(seen.samples_ns.front(), 10'000, 1);
  EXPECT_EQ(fake.memsets.size(), own_launches());
  machine().release(buffer);
}

TEST_F(sampling, fills_belong_to_the_work) {
  const auto buffer = machine().allocate(64);
  const auto seen = warpmark::measure(
      machine(), [&] { machine().fill(buffer, scalar_argument::of(0x1'0000'0002ull), 8); }, {});
  EXPECT_NEAR(seen.samples_ns.front(), 2'000, 1);
  machine().release(buffer);
}

// As on an H200: a second kernel in two of four launch slots starts later.
TEST_F(sampling, work_is_kept_to_the_launch_slots_in_which_it_is_fastest) {
  fake.has_capture = true;
  fake.slot_delay_ns = {0, 0, 900, 900, 0, 0, 900, 900};
  const auto handle = kernel();
  const auto seen = warpmark::measure(machine(),
                                      {[&] {
                                         machine().launch(handle, {}, {});
                                         machine().launch(handle, {}, {});
                                       },
                                       [&] { machine().launch(handle, {}, {}); }},
                                      {});
  for (const double sample_ns : seen.samples_ns) EXPECT_NEAR(sample_ns, 20'000, 1);
}

// A fill or a copy takes none of the slots.
TEST_F(sampling, work_with_fills_is_kept_to_its_launch_slots_too) {
  fake.has_capture = true;
  fake.slot_delay_ns = {0, 0, 900, 900, 0, 0, 900, 900};
  const auto handle = kernel();
  const auto buffer = machine().allocate(64);
  const auto fill = [&] { machine().fill(buffer, scalar_argument::of(1u), 16); };
  const auto seen = warpmark::measure(machine(),
                                      {[&] {
                                         fill();
                                         machine().launch(handle, {}, {});
                                       },
                                       fill},
                                      {});
  ASSERT_FALSE(seen.samples_ns.empty());
  for (const double sample_ns : seen.samples_ns) EXPECT_NEAR(sample_ns, 11'000, 1);
  machine().release(buffer);
}

TEST_F(sampling, without_capture_the_launch_slots_show) {
  fake.slot_delay_ns = {0, 0, 900, 900, 0, 0, 900, 900};
  const auto seen = measure({.max_samples = 50}, 1);
  EXPECT_GT(*std::max_element(seen.samples_ns.begin(), seen.samples_ns.end()), 10'800);
  EXPECT_LT(*std::min_element(seen.samples_ns.begin(), seen.samples_ns.end()), 10'100);
}

TEST_F(sampling, noisy_work_takes_max_samples) {
  fake.launch_pattern_ns = {10'000, 50'000, 20'000, 70'000, 40'000, 60'000, 30'000};
  const auto seen = measure({.max_seconds = 60, .max_samples = 50});
  EXPECT_EQ(seen.stop_reason, stop_reason::max_samples);
  EXPECT_EQ(seen.samples_ns.size(), 50u);
}

TEST_F(sampling, very_slow_work_takes_three_samples) {
  fake.launch_ns = 60e6;
  fake.launch_wall_s = 0.03;
  const auto seen = measure({.max_seconds = 0.02});
  EXPECT_EQ(seen.stop_reason, stop_reason::budget);
  EXPECT_EQ(seen.samples_ns.size(), 3u);
  EXPECT_EQ(fake.launches.size(), 2u + 3u) << "one slow run more than the first is enough";
}

TEST_F(sampling, work_of_many_launches_keeps_the_queue_short) {
  measure({}, 40);
  EXPECT_LE(fake.max_pending, 200u);
  fake.max_pending = 0;
  const std::size_t waits = fake.waits;
  measure({.max_samples = 6}, 500);
  EXPECT_EQ(fake.waits, waits) << "too long to be held back";
  EXPECT_EQ(fake.max_pending, 0u);
}

// Short enough to look for its launch slot, and too long a queue to be held back for that.
TEST_F(sampling, work_of_many_short_launches_is_not_held_to_find_its_launch_slot) {
  fake.has_capture = true;
  fake.launch_ns = 100;
  const auto seen = measure({.max_samples = 6}, 500);
  EXPECT_EQ(seen.samples_ns.size(), 6u);
  EXPECT_LE(fake.max_pending, 200u);
}

TEST_F(sampling, without_stream_waits_it_measures_all_the_same) {
  fake.has_stream_wait = false;
  const auto seen = measure({});
  EXPECT_EQ(seen.stop_reason, stop_reason::precision);
  EXPECT_EQ(fake.waits, 0u);
  EXPECT_EQ(fake.max_pending, 0u);
}

TEST_F(sampling, without_mapped_memory_it_measures_all_the_same) {
  fake.failing["cuMemHostAlloc"] = 2;
  EXPECT_EQ(measure({}).stop_reason, stop_reason::precision);
}

TEST_F(sampling, work_that_throws_leaves_the_stream_running) {
  const auto handle = kernel();
  int runs = 0;
  const auto work = [&] {
    machine().launch(handle, {}, {});
    if (++runs == 8) throw std::runtime_error("enough");
  };
  EXPECT_EQ(message_of<std::runtime_error>([&] { warpmark::measure(machine(), work, {}); }),
            "enough");
  EXPECT_GT(fake.max_pending, 0u);
  machine().synchronize();  // fails in the fake, and hangs on a card, if the gate stayed closed
  EXPECT_EQ(measure({}).stop_reason, stop_reason::precision);
}

TEST_F(sampling, work_that_waits_for_itself_does_not_hang) {
  const auto handle = kernel();
  const auto seen = warpmark::measure(machine(),
                                      [&] {
                                        machine().launch(handle, {}, {});
                                        machine().synchronize();
                                      },
                                      {});
  EXPECT_EQ(seen.stop_reason, stop_reason::precision);
}

TEST_F(sampling, a_fault_in_the_work_is_thrown) {
  const auto handle = kernel("stray");
  const auto work = [&] {
    fake.fault_in_next_kernel = 700;
    machine().launch(handle, {}, {});
  };
  EXPECT_NE(message_of<device_error>([&] { warpmark::measure(machine(), work, {}); }).find("stray"),
            std::string::npos);
}

}  // namespace
}  // namespace warpmark::cuda
