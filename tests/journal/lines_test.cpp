#include "bench/journal/lines.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "bench/journal/objective.hpp"

namespace warpmark::journal {
namespace {

// A point without axes, and a result with a value of its own in every field.
class measured_line : public testing::Test {
 protected:
  measured_line() {
    variant_.family = "scan";
    variant_.name = "shuffle";
    variant_.level = 3;
    result_.point.variant = &variant_;
    result_.point.problem.set("n", std::int64_t{2000});
    result_.backend = "cuda";
    result_.card_uuid = "GPU-1";
    result_.status = point_status::ok;
    result_.state = "cold";
    result_.bytes = 8000;
    result_.operations = 1999;
    result_.launches = 2;
    result_.placements = 4;
    result_.fraction_of_ceiling = 0.5;
    result_.ceiling = memory_traffic::copy;
    result_.wall_s = 1.5;
    result_.warnings = {warning::bimodal, warning::near_launch_floor};
    result_.times_ns = statistics::sample_summary{.n = 7,
                                                  .median = 1000,
                                                  .ci_lo = 990,
                                                  .ci_hi = 1020,
                                                  .mean = 1005,
                                                  .min = 980,
                                                  .p05 = 985,
                                                  .p95 = 1030};
    observation& seen = result_.seen;
    seen.stop_reason = stop_reason::budget;
    seen.busy_ns = 12'000;
    seen.effective_samples = 6.5;
    seen.repeats = 3;
    seen.dropped = 2;
    seen.timer_floor_ns = 11;
    seen.timer_tick_ns = 32;
    seen.warm_up = {.runs = 9, .steady = true, .drift = 0.25};
    seen.before = {.sm_clock_hz = 1'000, .temperature_c = 40, .throttle_reasons = 1};
    seen.during = {.sm_clock_hz = 2'000, .throttle_reasons = 2};
    seen.after = {.sm_clock_hz = 3'000, .temperature_c = 50, .power_w = 300, .throttle_reasons = 4};
  }

  variant variant_{};
  measurement result_;
};

TEST_F(measured_line, comes_with_what_its_interval_is_of) {
  run_manifest manifest{.backend = "cuda", .devices = {card()}, .ceilings = {{}}};
  const json one = manifest_line(manifest).at("contract");
  EXPECT_TRUE(one.at("interval")
                  .get<std::string>()
                  .starts_with("95 % interval of the median of one process"));
  EXPECT_FALSE(one.contains("processes"));
  manifest.num_processes = 5;
  const json five = manifest_line(manifest).at("contract");
  EXPECT_TRUE(five.at("interval").get<std::string>().starts_with("95 % interval over 5 processes"));
  EXPECT_EQ(five.at("processes"), 5);
}

TEST_F(measured_line, has_each_time_under_its_name) {
  EXPECT_EQ(measurement_line(result_).at("times_ns"), json({{"n", 7},
                                                            {"median", 1000.0},
                                                            {"ci_lo", 990.0},
                                                            {"ci_hi", 1020.0},
                                                            {"mean", 1005.0},
                                                            {"min", 980.0},
                                                            {"p05", 985.0},
                                                            {"p95", 1030.0}}));
}

TEST_F(measured_line, has_rates_per_second_at_the_median) {
  const json line = measurement_line(result_);
  EXPECT_DOUBLE_EQ(line.at("throughput_bytes_per_s").get<double>(), 8e9);
  EXPECT_DOUBLE_EQ(line.at("throughput_elements_per_s").get<double>(), 2e9);
  EXPECT_EQ(line.at("fraction_of_ceiling"), 0.5);
  EXPECT_EQ(line.at("ceiling"), "copy");
}

TEST_F(measured_line, says_how_it_was_sampled) {
  const json line = measurement_line(result_);
  EXPECT_EQ(line.at("timer_floor_ns"), 11.0);
  EXPECT_EQ(line.at("timer_tick_ns"), 32.0);
  EXPECT_EQ(line.at("effective_samples"), 6.5);
  EXPECT_EQ(line.at("executions_per_sample"), 3);
  EXPECT_EQ(line.at("samples_dropped"), 2);
  EXPECT_EQ(line.at("warm_up"), json({{"runs", 9}, {"steady", true}, {"drift", 0.25}}));
  EXPECT_EQ(line.at("stop_reason"), "budget");
  EXPECT_EQ(line.at("busy_ns"), 12'000.0);
  EXPECT_EQ(line.at("warnings"), json({"bimodal"}));
  EXPECT_EQ(line.at("notes"), json({"near_launch_floor"}));
}

TEST_F(measured_line, has_the_states_before_during_and_after) {
  const json line = measurement_line(result_);
  EXPECT_EQ(line.at("before").at("clocks").at("sm_hz"), 1'000);
  EXPECT_EQ(line.at("before").at("throttle_reasons"), 1);
  EXPECT_EQ(line.at("during"), json({{"sm_hz", 2'000}, {"throttle_reasons", 2}}));
  EXPECT_EQ(line.at("clocks").at("sm_hz"), 3'000);
  EXPECT_TRUE(line.at("clocks").at("memory_hz").is_null());
  EXPECT_EQ(line.at("temperature_c"), 50.0);
  EXPECT_EQ(line.at("power_w"), 300.0);
  EXPECT_EQ(line.at("throttle_reasons"), 4);
}

TEST_F(measured_line, has_what_the_card_counted) {
  EXPECT_FALSE(measurement_line(result_).contains("profiler"));
  result_.seen.profiled = {
      .values = {{"a.sum", 4096}, {"b.ratio", 0.25}, {"c.ratio", std::nan("")}},
      .library_version = 130001,
      .passes = 3};
  const json line = measurement_line(result_);
  EXPECT_EQ(line.at("profiler"), json({{"cupti_version", 130001}, {"passes", 3}}));
  EXPECT_EQ(line.at("hardware_counters").dump(), R"({"a.sum":4096,"b.ratio":0.25,"c.ratio":null})");
}

TEST_F(measured_line, says_why_the_card_counted_nothing) {
  result_.seen.profiled = {.library_version = 130001, .passes = 1, .trouble = "busy"};
  const json line = measurement_line(result_);
  EXPECT_EQ(line.at("profiler").at("trouble"), "busy");
  EXPECT_FALSE(line.contains("hardware_counters"));
  EXPECT_TRUE(line.contains("times_ns"));
}

TEST_F(measured_line, says_what_was_measured) {
  const json line = measurement_line(result_);
  EXPECT_EQ(line.at("family"), "scan");
  EXPECT_EQ(line.at("variant"), "shuffle");
  EXPECT_EQ(line.at("level"), 3);
  EXPECT_EQ(line.at("problem"), json({{"n", 2000}}));
  EXPECT_EQ(line.at("backend"), "cuda");
  EXPECT_EQ(line.at("card_uuid"), "GPU-1");
  EXPECT_EQ(line.at("status"), "ok");
  EXPECT_EQ(line.at("state"), "cold");
  EXPECT_EQ(line.at("bytes"), 8000);
  EXPECT_EQ(line.at("ops"), 1999);
  EXPECT_EQ(line.at("launches"), 2);
  EXPECT_EQ(line.at("placements"), 4);
  EXPECT_EQ(line.at("wall_s"), 1.5);
}

TEST(objective, is_the_measured_time_else_a_modelled_one_above_zero) {
  const json times = {{"median", 5.0}, {"ci_lo", 4.0}, {"ci_hi", 6.0}};
  const auto measured = objective_of({{"times_ns", times}, {"modelled_time_ns", 9.0}});
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->ns, 5);
  EXPECT_EQ(measured->lo_ns, 4);
  EXPECT_EQ(measured->hi_ns, 6);
  EXPECT_TRUE(measured->measured);
  const auto modelled = objective_of({{"modelled_time_ns", 9.0}});
  ASSERT_TRUE(modelled);
  EXPECT_EQ(modelled->ns, 9);
  EXPECT_FALSE(modelled->measured);
  EXPECT_FALSE(objective_of({{"modelled_time_ns", 0.0}}));
  EXPECT_FALSE(objective_of({{"status", "ok"}}));
}

}  // namespace
}  // namespace warpmark::journal
