#include "bench/journal/process_lines.hpp"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/statistics/distributions.hpp"

namespace warpmark::journal {
namespace {

const std::string key = "reduce/a[n=1024][block=64]";

json measured(double median, const json& more = json::object()) {
  json line = {{"event", "measurement"},
               {"key", key},
               {"status", "ok"},
               {"times_ns",
                {{"n", 200},
                 {"median", median},
                 {"ci_lo", 0.99 * median},
                 {"ci_hi", median / 0.99},
                 {"mean", 2 * median},
                 {"min", median / 2},
                 {"p05", 0.9 * median},
                 {"p95", 1.1 * median}}},
               {"throughput_bytes_per_s", 4096e9 / median},
               {"throughput_elements_per_s", 1024e9 / median},
               {"fraction_of_ceiling", 500 / median},
               {"warnings", json::array()},
               {"stop_reason", "precision"},
               {"busy_ns", 10.0},
               {"bytes", 4096},
               {"effective_samples", 150.5},
               {"warm_up", {{"runs", 8}, {"steady", true}, {"drift", 0.01}}},
               {"before", {{"temperature_c", median}}},
               {"temperature_c", median},
               {"wall_s", 0.5}};
  line.update(more);
  return line;
}

std::vector<json> in_processes(const std::vector<json>& lines) {
  std::vector<json> result;
  for (const json& line : lines) result.push_back(process_line(line, result.size() + 1));
  return result;
}

json failed(const char* status, const char* reason) {
  return {{"event", "measurement"},
          {"key", key},
          {"status", status},
          {"reason", reason},
          {"wall_s", 0.25}};
}

TEST(process_lines, are_measurements_with_a_number) {
  json line = process_line(measured(1000), 3);
  EXPECT_EQ(line.at("event"), "process");
  EXPECT_EQ(line.at("process"), 3);
  EXPECT_EQ(line.at("times_ns").at("median"), 1000.0);
}

json repeated(int distinct, const char* digest) {
  return {{"executions", 20}, {"distinct_outputs", distinct}, {"digest", digest}};
}

TEST(process_lines, whose_outputs_are_equal_in_all_processes_are_reproducible) {
  const json more = {{"deterministic", "run"}, {"reproducible", repeated(1, "00aa")}};
  const json line = pooled_line(in_processes({measured(1000, more), measured(1100, more)}));
  EXPECT_EQ(line.at("status"), "ok");
  EXPECT_EQ(line.at("reproducible").at("executions"), 40);
  EXPECT_EQ(line.at("reproducible").at("distinct_outputs"), 1);
}

TEST(process_lines, whose_outputs_differ_between_processes_are_wrong_where_they_must_not) {
  for (const char* level : {"none", "run"}) {
    const json one = {{"deterministic", level}, {"reproducible", repeated(1, "00aa")}};
    const json other = {{"deterministic", level}, {"reproducible", repeated(1, "00bb")}};
    const json line = pooled_line(in_processes({measured(1000, one), measured(1100, other)}));
    EXPECT_EQ(line.at("reproducible").at("distinct_outputs"), 2);
    const bool is_claimed = level == std::string("run");
    EXPECT_EQ(line.at("status"), is_claimed ? "wrong" : "ok");
    EXPECT_EQ(line.contains("times_ns"), !is_claimed);
    EXPECT_EQ(line.value("check", ""), is_claimed ? "reproducibility" : "");
  }
}

TEST(process_lines, make_a_point_with_the_interval_over_processes) {
  const json line = pooled_line(in_processes({measured(1000), measured(4000)}));
  EXPECT_EQ(line.at("event"), "measurement");
  EXPECT_FALSE(line.contains("process"));
  const json& times = line.at("times_ns");
  EXPECT_EQ(times.at("n"), 400);
  EXPECT_NEAR(times.at("median").get<double>(), 2000, 1e-9);
  const double reach = statistics::student_t_quantile(0.975, 1) * std::log(2);
  EXPECT_NEAR(std::log(times.at("ci_hi").get<double>() / 2000), reach, 1e-9);
  EXPECT_NEAR(std::log(2000 / times.at("ci_lo").get<double>()), reach, 1e-9);
  EXPECT_NEAR(times.at("mean").get<double>(), 4000, 1e-9);
  EXPECT_DOUBLE_EQ(times.at("min").get<double>(), 500);
  EXPECT_NEAR(times.at("p05").get<double>(), 1800, 1e-9);
  EXPECT_NEAR(times.at("p95").get<double>(), 2200, 1e-9);
}

TEST(process_lines, keep_what_is_within_and_what_is_between) {
  const json line =
      pooled_line(in_processes({measured(1000), measured(1020), measured(1040)})).at("processes");
  EXPECT_EQ(line.at("n"), 3);
  EXPECT_EQ(line.at("medians"), json({1000.0, 1020.0, 1040.0}));
  const double within = -std::log(0.99) / statistics::normal_quantile(0.975);
  EXPECT_NEAR(line.at("within").get<double>(), within, 1e-9);
  EXPECT_NEAR(line.at("between").get<double>(), std::sqrt(0.0196 * 0.0196 - within * within), 1e-4);
}

TEST(process_lines, take_no_precision_from_intervals_of_few_samples) {
  json few = measured(1000), other = measured(1010);
  few["times_ns"]["n"] = other["times_ns"]["n"] = 5;
  EXPECT_EQ(pooled_line(in_processes({few, other})).at("processes").at("within"), 0.0);
}

TEST(process_lines, have_rates_at_the_pooled_median) {
  const json line = pooled_line(in_processes({measured(1000), measured(4000)}));
  EXPECT_NEAR(line.at("throughput_bytes_per_s").get<double>(), 4096e9 / 2000, 1e3);
  EXPECT_NEAR(line.at("throughput_elements_per_s").get<double>(), 1024e9 / 2000, 1e3);
  EXPECT_NEAR(line.at("fraction_of_ceiling").get<double>(), 0.25, 1e-12);
}

TEST(process_lines, add_up_what_they_took) {
  const json line = pooled_line(
      in_processes({measured(1000, {{"samples_dropped", 2}}), measured(1001), measured(1002)}));
  EXPECT_EQ(line.at("wall_s"), 1.5);
  EXPECT_EQ(line.at("busy_ns"), 30.0);
  EXPECT_EQ(line.at("effective_samples"), 451.5);
  EXPECT_EQ(line.at("samples_dropped"), 2);
  EXPECT_EQ(line.at("warm_up"), json({{"runs", 24}, {"steady", true}, {"drift", 0.01}}));
  EXPECT_EQ(line.at("bytes"), 4096) << "the problem's, not a sum";
}

TEST(process_lines, say_that_a_warm_up_was_not_steady_in_one_of_them) {
  const json line = pooled_line(in_processes(
      {measured(1000, {{"warm_up", {{"runs", 9}, {"steady", false}, {"drift", -0.3}}}}),
       measured(1001)}));
  EXPECT_EQ(line.at("warm_up"), json({{"runs", 17}, {"steady", false}, {"drift", -0.3}}));
}

TEST(process_lines, have_the_state_before_the_first_and_after_the_last) {
  const json line = pooled_line(in_processes({measured(1000), measured(1001)}));
  EXPECT_EQ(line.at("before").at("temperature_c"), 1000.0);
  EXPECT_EQ(line.at("temperature_c"), 1001.0);
}

TEST(process_lines, stop_for_the_first_reason_that_is_not_precision) {
  const auto reason = [](const char* one, const char* other) {
    return pooled_line(in_processes({measured(1000, {{"stop_reason", one}}),
                                     measured(1001, {{"stop_reason", other}}), measured(1002)}))
        .at("stop_reason");
  };
  EXPECT_EQ(reason("precision", "precision"), "precision");
  EXPECT_EQ(reason("precision", "budget"), "budget");
  EXPECT_EQ(reason("max_samples", "budget"), "max_samples");
}

TEST(process_lines, warn_of_the_machine_in_one_and_of_the_samples_in_most) {
  const auto warnings = [](const std::vector<json>& of_each) {
    std::vector<json> lines;
    for (const json& one : of_each) lines.push_back(measured(1000, {{"warnings", one}}));
    return pooled_line(in_processes(lines)).at("warnings");
  };
  EXPECT_EQ(warnings({{"other_process"}, json::array(), json::array()}), json({"other_process"}));
  for (const char* name : {"bimodal", "not_precise", "not_steady"}) {
    EXPECT_EQ(warnings({{name}, json::array(), json::array()}), json::array()) << name;
    EXPECT_EQ(warnings({{name}, json::array()}), json::array()) << name << " in half of them";
    EXPECT_EQ(warnings({{name}, {name}, json::array()}), json({name}));
  }
  EXPECT_EQ(warnings({{"too_few_samples"}, {"too_few_samples"}}), json::array());
}

TEST(process_lines, fail_with_the_first_that_failed) {
  const json line = pooled_line(in_processes(
      {measured(1000), failed("wrong", "first execution: 3 for 4"), failed("crashed", "later")}));
  EXPECT_EQ(line.at("event"), "measurement");
  EXPECT_EQ(line.at("status"), "wrong");
  EXPECT_EQ(line.at("reason"), "in process 2: first execution: 3 for 4");
  EXPECT_FALSE(line.contains("times_ns"));
  EXPECT_EQ(line.at("wall_s"), 1.0);
}

TEST(process_lines, fail_as_a_single_process_would) {
  const json line = pooled_line(in_processes({failed("skipped", "no card")}));
  EXPECT_EQ(line.at("status"), "skipped");
  EXPECT_EQ(line.at("reason"), "no card");
}

TEST(process_record, pools_when_the_last_is_in) {
  process_record record(2);
  record.add(process_line(measured(1000), 2), "here");
  EXPECT_TRUE(record.has(key, 2));
  EXPECT_FALSE(record.has(key, 1));
  EXPECT_TRUE(record.take_pooled(key).is_null());
  record.add(process_line(measured(1010), 1), "here");
  const json pooled = record.take_pooled(key);
  ASSERT_FALSE(pooled.is_null());
  EXPECT_EQ(pooled.at("processes").at("medians"), json({1010.0, 1000.0})) << "by number";
  EXPECT_TRUE(record.empty());
  EXPECT_TRUE(record.take_pooled(key).is_null());
}

TEST(process_record, pools_at_once_what_is_not_ok) {
  process_record record(5);
  record.add(process_line(failed("timed_out", "endless"), 1), "here");
  EXPECT_EQ(record.take_pooled(key).at("status"), "timed_out");
}

TEST(process_record, counts_planned_points_and_forgets_finished_ones) {
  process_record record(3);
  for (const std::size_t number : {1, 2, 2}) record.add(process_line(measured(9), number), "here");
  EXPECT_EQ(record.count([](const std::string& of) { return of == key; }), 2u);
  EXPECT_EQ(record.count([](const std::string&) { return false; }), 0u);
  record.forget(key);
  EXPECT_TRUE(record.empty());
}

std::string refusal_of(const json& line) {
  process_record record(3);
  try {
    record.add(line, "a.jsonl:4");
  } catch (const usage_error& error) {
    return error.what();
  }
  return "";
}

TEST(process_record, refuses_numbers_and_times_that_cannot_be) {
  EXPECT_EQ(refusal_of(process_line(measured(1000), 3)), "");
  for (const std::size_t number : {0, 4})
    EXPECT_NE(refusal_of(process_line(measured(1000), number)).find("a.jsonl:4: process is"),
              std::string::npos);
  EXPECT_NE(refusal_of(process_line(measured(-1000), 1)).find("a.jsonl:4: "), std::string::npos);
  json lacking = process_line(measured(1000), 1);
  lacking["times_ns"].erase("ci_lo");
  EXPECT_THROW(refusal_of(lacking), json::exception);
}

}  // namespace
}  // namespace warpmark::journal
