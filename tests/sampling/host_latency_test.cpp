// Times on the host's clock: what lies between its readings.

#include "bench/sampling/host_latency.hpp"

#include <gtest/gtest.h>

namespace warpmark::sampling {
namespace {

class host_latency : public ::testing::Test {
 protected:
  host_times measure(const latency_limits& limits = {}) {
    return measure_host_times({[this] { run(); }, [this] { prepare(); }},
                              {.now_s = [this] { return now_s; },
                               .synchronize =
                                   [this] {
                                     now_s += pending_s;
                                     pending_s = 0;
                                   }},
                              limits);
  }

  // Enqueueing takes the host 3 us and the device 20 us; the first executions take a second.
  void run() {
    now_s += ++runs <= 5 ? 1.0 : 3e-6;
    pending_s += 20e-6;
  }
  void prepare() {
    ++preparations;
    now_s += 1e-6;
    pending_s += 500e-6;
  }

  double now_s = 100, pending_s = 0;
  std::size_t runs = 0, preparations = 0;
};

TEST_F(host_latency, a_time_begins_after_the_preparation_has_ended) {
  const auto times = measure({.samples = 50, .max_s = 60});
  ASSERT_EQ(times.enqueue_ns.size(), 50u);
  ASSERT_EQ(times.end_to_end_ns.size(), 50u);
  for (const double ns : times.enqueue_ns) EXPECT_NEAR(ns, 3'000, 1);
  for (const double ns : times.end_to_end_ns) EXPECT_NEAR(ns, 23'000, 1);
  EXPECT_EQ(runs, 55u);
  EXPECT_EQ(preparations, 55u);
}

TEST_F(host_latency, time_ends_it_after_six_samples) {
  EXPECT_EQ(measure({.max_s = 1}).enqueue_ns.size(), 6u) << "the untimed ones took longer";
  runs = 5;
  const auto times = measure({.samples = 100'000, .max_s = 0.1});
  EXPECT_NEAR(static_cast<double>(times.enqueue_ns.size()), 0.1 / 524e-6, 8);
}

TEST_F(host_latency, work_without_preparation_needs_none) {
  const auto times = measure_host_times(timed_work([this] { run(); }),
                                        {.now_s = [this] { return now_s; }, .synchronize = [] {}},
                                        {.samples = 9, .max_s = 60});
  EXPECT_EQ(times.enqueue_ns.size(), 9u);
  EXPECT_EQ(preparations, 0u);
}

}  // namespace
}  // namespace warpmark::sampling
