// The summary of `run`: ranked only by measured or modelled time.

#include "cli/run/run_summary.hpp"

#include <gtest/gtest.h>

#include "bench/journal/model_error.hpp"
#include "bench/journal/objective.hpp"
#include "cli/run/run_output.hpp"

namespace warpmark {
namespace {

using journal::json;

const variant& variant_named(const std::string& name) {
  static std::map<std::string, variant> known;
  variant& found = known[name];
  found.family = "reduce";
  found.name = name;
  return found;
}

point point_of(const std::string& name, std::int64_t n, std::int64_t block,
               const std::string& type = "i32") {
  point result{.variant = &variant_named(name), .problem = {}, .config = {}};
  if (!type.empty()) result.problem.set("type", type);
  result.problem.set("n", n);
  result.config.set("block", block);
  return result;
}

json counted(double warp_instructions) {
  return {
      {"status", "ok"}, {"ops", 1000}, {"counters", {{"warp_instructions", warp_instructions}}}};
}

json modelled(double warp_instructions, double ns) {
  json line = counted(warp_instructions);
  line["modelled_time_ns"] = ns;
  line["modelled_bound_by"] = "latency";
  line["modelled_card"] = "Some Card";
  return line;
}

json measured(double ns, int samples) {
  return {{"status", "ok"},
          {"ops", 1000},
          {"throughput_bytes_per_s", 1e9},
          {"times_ns", {{"n", samples}, {"median", ns}, {"ci_lo", ns - 1}, {"ci_hi", ns + 1}}}};
}

bool comes_before(const std::string& text, const std::string& first, const std::string& second) {
  const auto a = text.find(first), b = text.find(second);
  return a != std::string::npos && b != std::string::npos && a < b;
}

TEST(run_summary, says_how_much_processes_differ_where_there_are_several) {
  run_summary summary;
  json pooled = measured(1000, 100);
  pooled["processes"] = {{"n", 5}, {"between", 0.0123}};
  summary.add(point_of("one", 1024, 32), measured(2000, 20));
  EXPECT_EQ(summary.text().find("between processes"), std::string::npos);
  summary.add(point_of("several", 1024, 32), pooled);
  EXPECT_NE(summary.text().find("between processes"), std::string::npos);
  EXPECT_NE(summary.text().find("1.23 %"), std::string::npos);
}

TEST(run_summary, ranks_by_modelled_time_and_not_by_instructions) {
  run_summary summary;
  summary.add(point_of("cluster", 1024, 32), modelled(10, 93'900));
  summary.add(point_of("cluster", 1024, 1024), modelled(500, 7'000));
  summary.add(point_of("bulk", 1024, 64), modelled(900, 5'200));
  const std::string text = summary.text();
  EXPECT_TRUE(comes_before(text, "reduce/bulk", "reduce/cluster")) << text;
  EXPECT_NE(text.find("block=1024"), text.npos) << text;
  EXPECT_EQ(text.find("block=32"), text.npos) << text;
  EXPECT_NE(text.find("best config, modelled"), text.npos);
  EXPECT_NE(text.find("modelled for Some Card, not measured; " + model::model_error_text("reduce")),
            text.npos)
      << text;
  EXPECT_EQ(text.find("fewest"), text.npos);
  EXPECT_NE(summary.chart().find("modelled speed over the fastest's at n = 1024"),
            std::string::npos)
      << summary.chart();
}

TEST(run_summary, calls_nothing_the_best_where_there_are_only_counts) {
  run_summary summary;
  summary.add(point_of("a", 1024, 32), counted(500));
  summary.add(point_of("a", 1024, 64), counted(1));
  summary.add(point_of("b", 1024, 32), counted(10));
  const std::string text = summary.text();
  EXPECT_NE(text.find("neither measured nor modelled: not ranked"), text.npos) << text;
  EXPECT_EQ(text.find("best"), text.npos) << text;
  EXPECT_TRUE(comes_before(text, "reduce/a", "reduce/b")) << text;
  EXPECT_EQ(summary.chart(), "");
}

TEST(run_summary, never_ranks_a_modelled_time_among_measured_ones) {
  run_summary summary;
  summary.add(point_of("a", 1024, 32), measured(500, 30));
  summary.add(point_of("b", 1024, 32), modelled(10, 100));
  const std::string text = summary.text();
  EXPECT_TRUE(comes_before(text, "reduce/a", "best config, modelled")) << text;
  EXPECT_TRUE(comes_before(text, "best config, modelled", "reduce/b")) << text;
}

TEST(run_summary, gives_one_sample_no_interval) {
  run_summary one, several;
  one.add(point_of("a", 1024, 32), measured(500, 1));
  several.add(point_of("a", 1024, 32), measured(500, 30));
  EXPECT_EQ(one.text().find(" % "), std::string::npos) << one.text();
  EXPECT_NE(several.text().find("0.20 %"), std::string::npos) << several.text();
}

TEST(run_summary, shows_energy_and_latency_where_a_variant_has_them) {
  json with = measured(500, 30);
  with["energy"] = {
      {"joules", 0.0125}, {"ci_lo", 0.0120}, {"ci_hi", 0.0130}, {"mean_power_w", 412.3}};
  run_summary summary;
  summary.add(point_of("a", 1024, 32), measured(400, 30));
  EXPECT_EQ(summary.text().find("energy"), std::string::npos);
  summary.add(point_of("b", 1024, 32), with);
  EXPECT_NE(summary.text().find("12.500 mJ  4.00 %  412"), std::string::npos) << summary.text();
  EXPECT_EQ(summary.text().find("enqueue"), std::string::npos);
  with.erase("energy");
  with["latency"] = {{"enqueue_ns", {{"median", 4'000}}}, {"end_to_end_ns", {{"median", 23'000}}}};
  run_summary latencies;
  latencies.add(point_of("b", 1024, 32), with);
  EXPECT_TRUE(comes_before(latencies.text(), "4.00 us", "23.0 us")) << latencies.text();
}

TEST(run_summary, begins_no_heading_with_a_space) {
  run_summary summary;
  summary.add(point_of("a", 1024, 32, ""), measured(500, 30));
  EXPECT_EQ(summary.text().substr(0, 18), "\nat the largest n\n");
}

TEST(objective, is_measured_time_before_modelled_time_before_nothing) {
  json both = measured(500, 30);
  both["modelled_time_ns"] = 1.0;
  ASSERT_TRUE(journal::objective_of(both));
  EXPECT_TRUE(journal::objective_of(both)->measured);
  EXPECT_EQ(journal::objective_of(both)->value, 500);
  EXPECT_EQ(journal::objective_of(both)->lo, 499);
  ASSERT_TRUE(journal::objective_of(modelled(1, 7)));
  EXPECT_FALSE(journal::objective_of(modelled(1, 7))->measured);
  EXPECT_EQ(journal::objective_of(modelled(1, 7))->hi, 7);
  EXPECT_FALSE(journal::objective_of(modelled(1, 0)));
  EXPECT_FALSE(journal::objective_of(counted(1)));
}

TEST(model_error, says_so_of_a_family_that_was_never_compared) {
  EXPECT_NE(model::model_error_text("reduce").find("median error of the model for reduce: "),
            std::string::npos);
  EXPECT_NE(model::model_error_text("int").find("is not known for int"), std::string::npos);
}

TEST(run_output, of_a_step_has_the_median_time_of_the_journal) {
  EXPECT_EQ(step_text("a/b", {{"times_ns", {{"median", 1500.0}}}}), "a/b: 1.500 us");
  EXPECT_EQ(step_text("a/b", {{"status", "ok"}}), "a/b: verified");
}

}  // namespace
}  // namespace warpmark
