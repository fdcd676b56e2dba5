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

TEST_F(measured_line, has_the_energy_or_why_there_is_none) {
  EXPECT_FALSE(measurement_line(result_).contains("energy"));
  EXPECT_FALSE(measurement_line(result_).contains("no_energy"));
  result_.energy = energy_summary{.joules = 0.5,
                                  .ci_lo = 0.4,
                                  .ci_hi = 0.7,
                                  .spans = 5,
                                  .executions = 1234,
                                  .mean_power_w = 300,
                                  .idle_power_w = 70,
                                  .state = cache_state::rotated,
                                  .source = sampling::energy_source::power_samples};
  EXPECT_EQ(measurement_line(result_).at("energy"), json({{"joules", 0.5},
                                                          {"ci_lo", 0.4},
                                                          {"ci_hi", 0.7},
                                                          {"spans", 5},
                                                          {"executions", 1234},
                                                          {"mean_power_w", 300.0},
                                                          {"idle_power_w", 70.0},
                                                          {"state", "rotated"},
                                                          {"source", "power_samples"}}));
  result_.energy.reset();
  result_.no_energy = "NVML is missing";
  EXPECT_EQ(measurement_line(result_).at("no_energy"), "NVML is missing");
}

TEST_F(measured_line, has_each_latency_under_its_name) {
  EXPECT_FALSE(measurement_line(result_).contains("latency"));
  result_.latency = latency_summary{.enqueue = {4'000, 3'900, 4'100},
                                    .end_to_end = {20'000, 19'000, 21'000},
                                    .graph_launch = {},
                                    .samples = 201,
                                    .state = cache_state::cold};
  const auto times = [](double median, double lo, double hi) {
    return json({{"median", median}, {"ci_lo", lo}, {"ci_hi", hi}});
  };
  EXPECT_EQ(measurement_line(result_).at("latency"),
            json({{"enqueue_ns", times(4000, 3900, 4100)},
                  {"end_to_end_ns", times(2e4, 1.9e4, 2.1e4)},
                  {"samples", 201},
                  {"state", "cold"}}));
  result_.latency->graph_launch = median_ns{3'000, 2'900, 3'100};
  result_.latency->graph_nodes = 2;
  EXPECT_EQ(measurement_line(result_).at("latency").at("graph_launch_ns"), times(3000, 2900, 3100));
  EXPECT_EQ(measurement_line(result_).at("latency").at("graph_nodes"), 2);
}

TEST(objective, of_energy_and_its_product_with_time) {
  const json line = {{"times_ns", {{"median", 2e6}, {"ci_lo", 1e6}, {"ci_hi", 3e6}}},
                     {"energy", {{"joules", 0.5}, {"ci_lo", 0.4}, {"ci_hi", 0.7}}}};
  const auto energy = objective_of(line, objective_kind::energy);
  ASSERT_TRUE(energy);
  EXPECT_DOUBLE_EQ(energy->value, 5e8);  // nJ
  EXPECT_DOUBLE_EQ(energy->lo, 4e8);
  EXPECT_DOUBLE_EQ(energy->hi, 7e8);
  const auto product = objective_of(line, objective_kind::edp);
  ASSERT_TRUE(product);
  EXPECT_DOUBLE_EQ(product->value, 1e6);  // 0.5 J x 2 ms = 1 mJ s
  EXPECT_DOUBLE_EQ(product->lo, 4e5);
  EXPECT_DOUBLE_EQ(product->hi, 2.1e6);
  EXPECT_EQ(objective_of(line)->value, 2e6);
  const json without = {{"times_ns", line.at("times_ns")}};
  EXPECT_FALSE(objective_of(without, objective_kind::energy));
  EXPECT_FALSE(objective_of(without, objective_kind::edp));
}

TEST(objective, of_a_journal_is_in_its_contract) {
  for (const auto kind : {objective_kind::time, objective_kind::energy, objective_kind::edp}) {
    EXPECT_EQ(objective_kind_of(name(kind)), kind);
    EXPECT_EQ(objective_of_journal(manifest_line({.devices = {card{}},
                                                  .contract = {.energy = energy_options{}},
                                                  .ceilings = {{}},
                                                  .objective = std::string(name(kind))})),
              kind);
  }
  EXPECT_FALSE(objective_kind_of("power"));
  EXPECT_EQ(objective_of_journal(json::object()), objective_kind::time);
}

TEST(contract, has_the_spans_of_energy_if_it_was_asked_for) {
  run_manifest manifest{.devices = {card{}}, .ceilings = {{}}};
  EXPECT_FALSE(manifest_line(manifest).at("contract").contains("energy"));
  EXPECT_FALSE(manifest_line(manifest).at("contract").contains("objective"));
  manifest.contract.energy = energy_options{.span_s = 0.25, .spans = 7};
  EXPECT_EQ(manifest_line(manifest).at("contract").at("energy").at("span_s"), 0.25);
  EXPECT_EQ(manifest_line(manifest).at("contract").at("energy").at("spans"), 7);
}

TEST(objective, is_the_measured_time_else_a_modelled_one_above_zero) {
  const json times = {{"median", 5.0}, {"ci_lo", 4.0}, {"ci_hi", 6.0}};
  const auto measured = objective_of({{"times_ns", times}, {"modelled_time_ns", 9.0}});
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->value, 5);
  EXPECT_EQ(measured->lo, 4);
  EXPECT_EQ(measured->hi, 6);
  EXPECT_TRUE(measured->measured);
  const auto modelled = objective_of({{"modelled_time_ns", 9.0}});
  ASSERT_TRUE(modelled);
  EXPECT_EQ(modelled->value, 9);
  EXPECT_FALSE(modelled->measured);
  EXPECT_FALSE(objective_of({{"modelled_time_ns", 0.0}}));
  EXPECT_FALSE(objective_of({{"status", "ok"}}));
}

}  // namespace
}  // namespace warpmark::journal
