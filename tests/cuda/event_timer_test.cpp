// Times between events: their unit, their errors, and what lies between them.

#include <set>

#include "bench/backends/measure.hpp"
#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

class event_times : public fake_driver {
 protected:
  sampling::timed_sample take(const timed_work& work, const sampling::sample_request& request) {
    return machine().timer()->take(work, request);
  }

  timed_work one_launch() {
    const auto handle = kernel();
    return timed_work([this, handle] { machine().launch(handle, {}, {}); });
  }
};

TEST_F(event_times, milliseconds_of_the_driver_are_nanoseconds_here) {
  fake.launch_ns = 1'500'000;
  EXPECT_NEAR(take(one_launch(), {}).ns, 1'500'000, 1);
}

TEST_F(event_times, a_sample_is_the_time_of_all_its_repeats) {
  const auto taken = take(one_launch(), {.repeats = 3, .held = true});
  EXPECT_NEAR(taken.ns, 30'000, 1);
  EXPECT_EQ(taken.operations, 1u) << "of one execution";
  EXPECT_EQ(fake.launches.size(), 3u);
}

// More samples than pairs of events, so that each pair is used again.
TEST_F(event_times, each_sample_has_its_own_time) {
  fake.launch_pattern_ns = {10'000, 25'000, 5'000, 70'000, 40'000};
  const timed_work work = one_launch();
  for (std::size_t i = 0; i < 200; ++i)
    ASSERT_NEAR(take(work, {.held = i % 2 == 0}).ns, fake.launch_pattern_ns[i % 5], 1) << i;
  EXPECT_EQ(fake.live_events, 122u) << "61 pairs";
}

TEST_F(event_times, samples_are_in_as_many_streams_as_asked_for) {
  fake.has_one_queue = true;
  const timed_work work = one_launch();
  for (int i = 0; i < 40; ++i) take(work, {.held = true});
  EXPECT_EQ(fake.live_streams, 1u);
  for (int i = 0; i < 100; ++i)
    ASSERT_NEAR(take(work, {.held = i % 2 == 0, .num_streams = 4}).ns, 10'000, 1) << i;
  EXPECT_EQ(fake.live_streams, 4u);
  for (int i = 0; i < 40; ++i) take(work, {.held = true, .num_streams = 2});
  EXPECT_EQ(fake.live_streams, 4u) << "they are used again";
}

// Launch slots are those of the context, whatever the stream.
TEST_F(event_times, streams_share_the_launch_slots) {
  fake.has_one_queue = true;
  fake.has_capture = true;
  fake.slot_delay_ns = {0, 9'000, 9'000, 9'000, 9'000, 9'000, 9'000, 9'000};
  const timed_work work = one_launch();
  machine().timer()->settle(work, 10'000);
  for (int i = 0; i < 60; ++i)
    ASSERT_NEAR(take(work, {.held = true, .num_streams = 5}).ns, 10'000, 1) << i;
}

TEST_F(event_times, pairs_of_events_are_used_in_turn) {
  const timed_work work = one_launch();
  for (int i = 0; i < 200; ++i) take(work, {});
  const auto& recorded = fake.recorded_events;
  ASSERT_EQ(recorded.size(), 400u);
  EXPECT_EQ(std::set<const void*>(recorded.end() - 122, recorded.end()).size(), 122u);
}

TEST_F(event_times, only_the_work_lies_between_the_events) {
  const auto handle = kernel("work");
  const device_pointer buffer = machine().allocate(64);
  const timed_work work{[&] { machine().launch(handle, {}, {}); },
                        [&] { machine().fill(buffer, scalar_argument::of(1u), 16); }};
  take(work, {.repeats = 2, .held = true});
  EXPECT_EQ(fake.trace, (std::vector<std::string>{"wait", "fill", "event", "kernel work",
                                                  "kernel work", "event"}));
  fake.trace.clear();
  take(work, {.held = false});
  EXPECT_EQ(fake.trace, (std::vector<std::string>{"fill", "event", "kernel work", "event"}));
  machine().release(buffer);
}

// Empty kernels that advance to the slot come before the preparation.
TEST_F(event_times, settled_samples_have_the_same_order) {
  fake.has_capture = true;
  const auto handle = kernel("work");
  const device_pointer buffer = machine().allocate(64);
  const timed_work work{[&] { machine().launch(handle, {}, {}); },
                        [&] { machine().fill(buffer, scalar_argument::of(1u), 16); }};
  machine().timer()->settle(work, 1e4);
  for (int i = 0; i < 3; ++i) {
    fake.trace.clear();
    take(work, {.held = true});
    ASSERT_GE(fake.trace.size(), 5u);
    while (fake.trace[1] == "kernel empty") fake.trace.erase(fake.trace.begin() + 1);
    EXPECT_EQ(fake.trace,
              (std::vector<std::string>{"wait", "fill", "event", "kernel work", "event"}));
  }
  machine().release(buffer);
}

TEST_F(event_times, overhead_and_tick_are_those_of_empty_samples) {
  fake.event_ns = {0, 1000, 0, 1032, 0, 1096};
  const auto limits = machine().timer()->limits();
  EXPECT_NEAR(limits.floor_ns, 1032, 0.01);
  EXPECT_NEAR(limits.tick_ns, 32, 0.01);
  EXPECT_TRUE(fake.launches.empty());
}

TEST_F(event_times, overhead_and_tick_are_measured_once) {
  machine().timer()->limits();
  const int records = fake.calls["cuEventRecord"];
  EXPECT_GT(records, 0);
  machine().timer()->limits();
  EXPECT_EQ(fake.calls["cuEventRecord"], records);
}

TEST_F(event_times, an_error_of_the_elapsed_time_is_never_a_time) {
  const timed_work work = one_launch();
  fake.failing["cuEventElapsedTime"] = 600;
  EXPECT_EQ(message_of<device_error>([&] { take(work, {}); }),
            "cuEventElapsedTime: CUDA_ERROR_NOT_READY (device not ready)");
  EXPECT_THROW(machine().timer()->limits(), device_error);
  fake.failing["cuEventElapsedTime"] = 700;
  EXPECT_THROW(take(work, {.held = true}), device_error);
  fake.failing.clear();
  EXPECT_NEAR(take(work, {}).ns, 10'000, 1);
}

TEST_F(event_times, an_error_of_the_elapsed_time_ends_a_measurement_at_any_sample) {
  const auto handle = kernel();
  for (const int failing_run : {1, 3, 15}) {
    int runs = 0;
    const auto work = [&] {
      machine().launch(handle, {}, {});
      if (++runs == failing_run) fake.failing["cuEventElapsedTime"] = 600;
    };
    EXPECT_EQ(message_of<device_error>([&] { warpmark::measure(machine(), work, {}); }),
              "cuEventElapsedTime: CUDA_ERROR_NOT_READY (device not ready)");
    EXPECT_EQ(runs, failing_run);
    fake.failing.clear();
  }
}

TEST_F(event_times, an_event_that_was_not_recorded_is_an_error) {
  const timed_work work = one_launch();
  for (const int failing_record : {1, 2}) {
    const int before = fake.calls["cuEventRecord"];
    const timed_work failing{[&] {
                               if (failing_record == 2) fake.failing["cuEventRecord"] = 400;
                               work.run();
                             },
                             [&] {
                               if (failing_record == 1) fake.failing["cuEventRecord"] = 400;
                             }};
    EXPECT_EQ(message_of<device_error>([&] { take(failing, {.held = true}); }),
              "cuEventRecord: CUDA_ERROR_INVALID_HANDLE (invalid resource handle)");
    EXPECT_EQ(fake.calls["cuEventRecord"], before + failing_record);
    fake.failing.clear();
    machine().synchronize();  // the gate is open again
  }
}

TEST_F(event_times, an_event_that_cannot_be_made_is_an_error) {
  fake.failing["cuEventCreate"] = 2;
  EXPECT_EQ(message_of<device_error>([&] { take(one_launch(), {}); }),
            "cuEventCreate: CUDA_ERROR_OUT_OF_MEMORY (out of memory)");
}

TEST_F(event_times, a_fault_of_the_timed_kernel_is_thrown_and_stays) {
  const timed_work work = one_launch();
  fake.fault_in_next_kernel = 700;
  EXPECT_THROW(take(work, {.held = true}), device_error);
  EXPECT_THROW(take(work, {}), device_error);
}

TEST_F(event_times, work_that_throws_has_ended_when_its_caller_frees_memory) {
  const auto handle = kernel();
  const device_pointer buffer = machine().allocate(4);
  const auto work = timed_work([&] {
    machine().fill(buffer, scalar_argument::of(1u), 1);
    machine().launch(handle, {}, {});
    throw std::runtime_error("enough");
  });
  EXPECT_THROW(take(work, {.held = true}), std::runtime_error);
  EXPECT_EQ(fake.trace, (std::vector<std::string>{"wait", "event", "fill", "kernel kernel"}));
  machine().release(buffer);
}

}  // namespace
}  // namespace warpmark::cuda
