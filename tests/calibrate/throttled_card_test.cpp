#include <gtest/gtest.h>

#include "bench/calibrate/kernel_timer.hpp"
#include "bench/core/ceilings.hpp"
#include "bench/core/drift_watch.hpp"
#include "bench/core/point_measurer.hpp"
#include "bench/sampling/throttle_reasons.hpp"
#include "tests/calibrate/clocked_simt.hpp"
#include "tests/calibrate/test_compiler.hpp"
#include "tests/refusal.hpp"
#include "tests/sampling/simulated_timer.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

using tests::shared_compiler;

// Too hot for any sample, but for those that are taken without warm-up.
class throttled_card final : public tests::clocked_simt {
 public:
  throttled_card() {
    timer_.sample_s = 3600;  // Any budget is spent after the fewest samples.
    timer_.seen_during = [](std::size_t) {
      return machine_state{.throttle_reasons = sampling::throttle::hardware_thermal};
    };
  }
  sampling::execution_timer* timer() override { return &timer_; }

 private:
  sampling::simulated_timer timer_;
};

constexpr const char* reason =
    "the card was throttled (thermal slowdown by hardware) during each of 3 samples, so they do "
    "not show the kernel's time";

measurement measured_on(backend& machine) {
  point point{.variant = built_in_registry().find_variant("copy/vendor_memcpy"),
              .problem = {},
              .config = {}};
  for (const auto& along : built_in_registry().find_family("copy")->axes)
    point.problem.set(along.name, along.base);
  point.problem.set("n", std::int64_t{1024});
  point_measurer measurer(machine, {});
  return measurer.measure(begin_point(point, "cuda", machine.device().limits, shared_compiler()));
}

TEST(throttled_card, skips_a_point_with_the_reason) {
  throttled_card machine;
  const auto seen = measured_on(machine);
  EXPECT_EQ(name(seen.status), "skipped");
  EXPECT_EQ(seen.reason, reason);
  EXPECT_FALSE(seen.times_ns);
  tests::clocked_simt cool;
  EXPECT_EQ(name(measured_on(cool).status), "ok");
}

TEST(throttled_card, has_no_ceilings) {
  throttled_card machine;
  cache_flush flush(machine, shared_compiler(), flush_lines::clean);
  EXPECT_EQ(refusal<device_error>([&] { measure_ceilings(machine, shared_compiler(), flush); }),
            std::string("the ceilings cannot be measured: ") + reason);
}

TEST(throttled_card, has_no_reference) {
  throttled_card machine;
  cache_flush flush(machine, shared_compiler(), flush_lines::clean);
  EXPECT_FALSE(drift_watch(machine, shared_compiler(), flush).take_if_due());
  tests::clocked_simt cool;
  cache_flush other(cool, shared_compiler(), flush_lines::clean);
  EXPECT_TRUE(drift_watch(cool, shared_compiler(), other).take_if_due());
}

TEST(throttled_card, cannot_be_calibrated) {
  throttled_card machine;
  calibrate::kernel_timer lab(machine, shared_compiler());
  EXPECT_EQ(refusal<device_error>([&] { lab.median_ns([] {}); }),
            std::string("backend clocked_simt: ") + reason);
}

}  // namespace
}  // namespace warpmark
