#include "ci/gate/timing/pair_measurer.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "bench/core/selection.hpp"
#include "ci/gate/timing/calibrators.hpp"
#include "ci/gate/timing/planted_work.hpp"
#include "ci/gate/timing/side_plans.hpp"
#include "kernels/embedded.hpp"
#include "tests/calibrate/test_compiler.hpp"
#include "tests/gate/timing/clocked_simt.hpp"
#include "variants/registry.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

const sampling::pair_options few{.pairs = 4, .max_seconds = 10};

point point_of(const char* variant, const char* n) {
  return make_sweep(built_in_registry(),
                    {.patterns = {variant},
                     .problem = {{"n", n}, {"type", "i32"}},
                     .config = {{"block", "64"}},
                     .backend = "simt"},
                    {})
      .points.front();
}

class pairs : public testing::Test {
 protected:
  launch_plan plan_of(const point& point) const {
    return point.variant->plan(point.problem, point.config, limits());
  }
  const device_limits& limits() const { return limits_; }

  round_pair measure(const point& point, const launch_plan& base, const launch_plan& head) {
    auto pending = begin_pair(point, base, head, {}, limits(), compile());
    pending.base_first = base_first_;
    pair_measurer measurer(machine_, {.sampling = few});
    round_pair pair = measurer.measure(pending);
    // The process may end with the test: a compilation must not outlive it.
    for (const auto* side : {&pending.base, &pending.head})
      for (const auto& kernel : side->kernels) kernel.wait();
    return pair;
  }

  static compiler::kernel_compiler& compile() { return tests::shared_compiler(); }

  clocked_simt machine_;
  const device_limits limits_ = without_machine_code(machine_.device().limits);
  bool base_first_ = true;

 private:
  static device_limits without_machine_code(device_limits limits) {
    limits.architecture = "compute_90";
    return limits;
  }
};

// The plan with `from` in its first kernel's source, and what it includes, replaced by `to`.
launch_plan edited(launch_plan plan, const std::string& from, const std::string& to) {
  auto source = std::make_shared<outside_source>();
  source->name = plan.kernels.front().file;
  for (const auto& file : kernels::all()) {
    std::string copy(file.text);
    if (file.path == source->name) {
      const auto at = copy.find(from);
      if (at == std::string::npos) throw std::runtime_error("no such text: " + from);
      copy.replace(at, from.size(), to);
      source->text = copy;
    } else {
      source->headers.emplace_back(file.path, copy);
    }
  }
  source->digest = to;
  plan.kernels.front().outside = source;
  return plan;
}

TEST_F(pairs, equal_sides_take_equal_times) {
  const point point = point_of("reduce/tree_sequential", "1000");
  const auto pair = measure(point, plan_of(point), plan_of(point));
  EXPECT_EQ(pair.discarded, "");
  EXPECT_GT(pair.base.time_ns, 0);
  EXPECT_EQ(pair.log_ratio(), 0);
  EXPECT_EQ(pair.base.samples, few.pairs);
  EXPECT_EQ(pair.head.samples_ns.size(), few.pairs);
}

TEST_F(pairs, first_executions_are_told_of_with_their_limits) {
  const point point = point_of("reduce/tree_sequential", "1000");
  auto pending = begin_pair(point, plan_of(point), plan_of(point), {}, limits(), compile());
  std::vector<std::string> heard;
  std::vector<double> limits_s;
  pair_measurer measurer(machine_, {.sampling = few,
                                    .limits = {.execution_s = 1000, .min_card_s = 500},
                                    .on_execution = [&](const std::string& what, double limit_s) {
                                      heard.push_back(what);
                                      limits_s.push_back(limit_s);
                                    }});
  EXPECT_EQ(measurer.measure(pending).discarded, "");
  EXPECT_EQ(heard, (std::vector<std::string>{"", "of the base", "", "of the head", ""}));
  EXPECT_EQ(limits_s[1], 1000);
  EXPECT_GE(limits_s[3], 500);
  EXPECT_FALSE(std::isfinite(limits_s[4]));
}

TEST_F(pairs, both_samples_of_a_pair_are_of_the_same_addresses) {
  const point point = point_of("reduce/tree_sequential", "1000");
  const launch_plan address_counts =
      edited(plan_of(point), "const unsigned t = threadIdx.x;",
             "unsigned t = threadIdx.x;\n"
             "for (size_t i = 0; i < (reinterpret_cast<size_t>(partials) >> 9) % 31; ++i)\n"
             "  asm volatile(\"add.u32 %0, %0, 0;\" : \"+r\"(t));");
  for (const bool base_first : {true, false}) {
    base_first_ = base_first;
    const auto pair = measure(point, address_counts, address_counts);
    EXPECT_EQ(pair.discarded, "");
    EXPECT_EQ(pair.base.samples_ns, pair.head.samples_ns);
    const std::set<double> different(pair.base.samples_ns.begin(), pair.base.samples_ns.end());
    EXPECT_GT(different.size(), 1u) << "places should change between pairs";
  }
}

TEST_F(pairs, a_head_that_does_more_is_slower_whoever_leads) {
  const point point = point_of("reduce/tree_sequential", "1000");
  const launch_plan more =
      edited(plan_of(point), "__syncthreads();", "__syncthreads();\n__syncthreads();");
  for (const bool base_first : {true, false}) {
    base_first_ = base_first;
    EXPECT_GT(measure(point, plan_of(point), more).log_ratio(), 0.01);
    EXPECT_LT(measure(point, more, plan_of(point)).log_ratio(), -0.01);
  }
}

TEST_F(pairs, planted_work_is_executed_by_every_variant) {
  const fs::path root = fs::path(testing::TempDir()) / "planted_effect";
  for (const auto& kernel : kernels::all()) {
    const fs::path path = root / "kernels" / kernel.path;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << kernel.text;
  }
  const side_plans plans({.base = {.record = {}, .root = root},
                          .head = {.record = {}, .root = root},
                          .selection = {.patterns = {"reduce", "scan"},
                                        .problem = {{"n", "1000"}},
                                        .config = {{"block", "64"}},
                                        .backend = "simt"}},
                         limits());
  std::size_t slowed = 0;
  for (const auto& point : plans.compared().points) {
    if (!point.on_both() || point.head->plan.kernels.empty()) continue;
    const pair_plans both = plans.find(point.key);
    const auto pair = measure(both.point, both.base, with_planted_work(both.head, 100));
    EXPECT_EQ(pair.discarded, "") << point.key;
    // A polling thread executes fewer instructions if its producer is earlier.
    EXPECT_NE(pair.log_ratio(), 0) << point.key;
    ++slowed;
  }
  EXPECT_GT(slowed, 20u);
  fs::remove_all(root);
}

TEST_F(pairs, a_wrong_side_has_no_times_and_is_named) {
  const point point = point_of("reduce/tree_sequential", "1000");
  const launch_plan wrong = edited(plan_of(point), "/ 2", "/ 4");
  const auto pair = measure(point, plan_of(point), wrong);
  EXPECT_NE(pair.discarded.find("the head is wrong, at its first execution"), std::string::npos)
      << pair.discarded;
  EXPECT_NE(measure(point, wrong, plan_of(point)).discarded.find("the base is wrong"),
            std::string::npos);
  EXPECT_EQ(pair.head.samples, 0u);
  EXPECT_TRUE(pair.permanent);
}

TEST_F(pairs, a_side_that_does_not_compile_discards_the_pair) {
  const point point = point_of("reduce/tree_sequential", "1000");
  const auto pair =
      measure(point, plan_of(point), edited(plan_of(point), "__syncthreads();", "nonsense;"));
  EXPECT_NE(pair.discarded.find("does not compile"), std::string::npos) << pair.discarded;
}

TEST_F(pairs, a_launch_that_the_device_refuses_is_named_by_its_side) {
  const point point = point_of("reduce/tree_sequential", "1000");
  launch_plan large = plan_of(point);
  std::get<launch_step>(large.steps.back()).shape.block.x = 2048;
  const auto pair = measure(point, plan_of(point), large);
  EXPECT_NE(pair.discarded.find("the head: a block has at most 1024 threads"), std::string::npos)
      << pair.discarded;
}

TEST_F(pairs, the_planted_calibrator_is_slower_by_the_calibrated_amount) {
  cache_flush flush(machine_, compile(), flush_lines::clean);
  calibrators all(machine_, compile(), flush);
  const std::size_t planted = calibrators::planted();
  EXPECT_EQ(all.measure(planted, 0, few).log_ratio(), 0);
  EXPECT_NEAR(all.measure(planted, 0.03, few).log_ratio(), std::log(1.03), 1e-3);
  EXPECT_THROW(all.measure(calibrators::names().size() - 1, 0.03, few), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::gate
