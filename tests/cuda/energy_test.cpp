// Energy by NVML and recorded launches, on the fake driver.

#include "bench/sampling/energy_spans.hpp"
#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

using namespace warpmark::sampling;

class card_energy : public fake_driver {
 protected:
  energy_meter& meter() { return *machine().energy_meter(); }

  energy_observation measure(backend::module_handle handle) {
    const auto seen =
        measure_energy(meter(), [this, handle] { machine().launch(handle, {}, {}); },
                       {.run_ns = 1e6, .operations = 1}, {.span_s = 0.03, .spans = 3});
    machine().synchronize();
    return seen;
  }
};

// The fake's counter follows its own clock, and spans the host's: only ratios are known.
TEST_F(card_energy, joules_are_the_power_times_the_time_of_an_execution) {
  fake.launch_ns = 2e6;
  fake.power_w = 300;
  const auto seen = measure(kernel());
  ASSERT_EQ(seen.missing, "");
  EXPECT_EQ(seen.source, energy_source::counter);
  ASSERT_EQ(seen.joules.size(), 3u);
  EXPECT_NEAR(seen.total_joules / seen.executions, 0.6, 0.15);
  EXPECT_LE(seen.executions, static_cast<double>(fake.launches.size()));
}

TEST_F(card_energy, without_a_counter_the_power_is_read) {
  fake.has_energy_counter = false;
  fake.power_w = 250;
  EXPECT_FALSE(meter().counter_mj());
  EXPECT_EQ(meter().power_w(), 250);
}

TEST_F(card_energy, the_counter_is_in_millijoules) {
  fake.launch_ns = 1e9;
  fake.power_w = 300;
  machine().launch(kernel(), {}, {});
  machine().synchronize();
  EXPECT_EQ(meter().counter_mj(), 300'000u);
}

TEST_F(card_energy, a_slice_and_an_unknown_card_have_a_reason) {
  fake.is_slice = true;
  EXPECT_NE(meter().missing().find("MIG slice"), std::string::npos);
  EXPECT_EQ(measure(kernel()).missing, meter().missing());
  start_afresh();
  fake.nvml_knows_card = false;
  EXPECT_EQ(measure(kernel()).missing, "NVML is missing, or does not know the card");
}

TEST_F(card_energy, marks_are_reached_in_order_and_used_again) {
  const auto handle = kernel();
  for (int i = 0; i < 20; ++i) {
    machine().launch(handle, {}, {});
    meter().mark();
    EXPECT_EQ(meter().pending_marks(), 0u);
  }
  EXPECT_EQ(fake.live_events, energy_meter::max_marks);
}

TEST_F(card_energy, a_fault_of_the_load_names_the_kernel) {
  const auto handle = kernel("stray");
  fake.fault_in_next_kernel = 700;
  EXPECT_NE(message_of<device_error>([&] { measure(handle); }).find("stray"), std::string::npos);
}

class recorded : public fake_driver {
 protected:
  void SetUp() override { fake.has_capture = true; }
};

TEST_F(recorded, a_graph_launches_what_was_enqueued) {
  const auto handle = kernel();
  const auto work = machine().record([&] {
    machine().launch(handle, {}, {});
    machine().launch(handle, {}, {});
  });
  ASSERT_NE(work, nullptr);
  EXPECT_EQ(work->operations(), 2u);
  EXPECT_TRUE(fake.launches.empty()) << "recording executes nothing";
  work->launch();
  machine().synchronize();
  EXPECT_EQ(std::count(fake.trace.begin(), fake.trace.end(), "kernel of graph"), 2);
}

TEST_F(recorded, a_graph_has_programmatic_launches) {
  const auto handle = kernel();
  const auto work = machine().record([&] {
    machine().launch(handle, {}, {});
    machine().launch(handle, {.programmatic = true}, {});
  });
  ASSERT_NE(work, nullptr);
  EXPECT_EQ(fake.calls["cuLaunchKernelEx"], 1) << "within the capture";
  EXPECT_EQ(work->operations(), 2u);
  work->launch();
  machine().synchronize();
  EXPECT_EQ(std::count(fake.trace.begin(), fake.trace.end(), "kernel of graph"), 2);
}

TEST_F(recorded, what_the_driver_cannot_record_is_null) {
  const auto handle = kernel();
  const auto launch = [&] { machine().launch(handle, {}, {}); };
  fake.failing["cuGraphInstantiateWithFlags"] = 801;
  EXPECT_EQ(machine().record(launch), nullptr);
  fake.failing.clear();
  fake.has_capture = false;
  EXPECT_EQ(machine().record(launch), nullptr);
}

}  // namespace
}  // namespace warpmark::cuda
