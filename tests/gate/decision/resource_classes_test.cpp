// Controls by resource: what limits a point, and by which controls it is adjusted.

#include "ci/gate/decision/resource_classes.hpp"

#include <gtest/gtest.h>

#include "ci/gate/decision/control_adjustment.hpp"
#include "ci/gate/noise/noise_suite.hpp"
#include "tests/gate/decision/hand_made.hpp"

namespace warpmark::gate {
namespace {

timed_point& add_calibrators(made_record& made, const std::string& kind, resource_class resource,
                             std::size_t count, double shift, double base_ns = 1e6) {
  timed_point* last = nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    last = &made.add("calibrators/" + kind + "[number=" + std::to_string(i) + "]", shift, true,
                     point_role::calibrator, base_ns);
    last->resource = resource;
  }
  return *last;
}

TEST(resource_classes, are_by_the_ceiling_and_the_launch_floor) {
  made_record made;
  add_calibrators(made, "launch", resource_class::latency, 1, 0, 3e3);
  add_calibrators(made, "many_blocks", resource_class::latency, 1, 0, 2e4);
  const auto add = [&](double base_ns, std::optional<double> min_ns) {
    made.add("reduce/tree[n=1]", 0.2, true, point_role::candidate, base_ns).min_ns = min_ns;
  };
  add(1e5, 5.1e4);
  add(1e5, 4.9e4);
  add(1e5, {});
  add(5.9e3, 5e3);
  add(6.1e3, 5e3);
  const auto classes = resource_classes(made.record().points);
  EXPECT_EQ(classes[2], resource_class::memory);
  EXPECT_EQ(classes[3], resource_class::compute);
  EXPECT_EQ(classes[4], resource_class::unknown);
  EXPECT_EQ(classes[5], resource_class::latency);
  EXPECT_EQ(classes[6], resource_class::memory);
  // The head's times must not decide what a point is compared with.
  for (auto& pair : made.record().points[2].rounds) pair.head.time_ns *= 10;
  EXPECT_EQ(resource_classes(made.record().points)[2], resource_class::memory);
  made.record().points[2].rounds.clear();
  EXPECT_EQ(resource_classes(made.record().points)[2], resource_class::unknown);
}

// A candidate of each resource; memory alone is slower by 2 %.
made_record disturbed_memory(std::size_t memory_calibrators) {
  made_record made;
  made.add("reduce/memory[n=1]", 0.02).min_ns = 0.8e6;
  made.add("reduce/compute[n=1]", 0).min_ns = 0.1e6;
  made.add("reduce/unknown[n=1]", 0);
  add_calibrators(made, "read", resource_class::memory, memory_calibrators, 0.02);
  add_calibrators(made, "chain", resource_class::compute, 10, 0);
  return made;
}

TEST(control_adjustment, takes_out_what_one_resource_shares) {
  const auto made = disturbed_memory(5);
  const auto findings = made.decided().findings;
  for (const auto& found : findings) {
    EXPECT_EQ(found.outcome, verdict::pass) << found.subject << ": " << found.reason;
    EXPECT_NEAR(found.effect->ratio, 1, 0.002) << found.subject;
  }
  EXPECT_EQ(findings[0].effect->controls, "memory");
  EXPECT_EQ(findings[2].effect->controls, "all");
}

TEST(control_adjustment, two_controls_of_a_resource_are_too_few) {
  const auto made = disturbed_memory(2);
  const auto found = made.decided().findings[0];
  EXPECT_EQ(found.effect->controls, "none");  // all controls together show no shift
  EXPECT_NEAR(found.effect->ratio, 1.02, 0.002);
  EXPECT_EQ(found.outcome, verdict::regression) << found.reason;
}

TEST(control_adjustment, a_resource_without_a_shift_of_its_own_has_that_of_all) {
  made_record made;
  made.add("reduce/memory[n=1]", 0.05).min_ns = 0.8e6;
  add_calibrators(made, "read", resource_class::memory, 5, 0.05);
  add_calibrators(made, "chain", resource_class::compute, 5, 0.05);
  const auto& points = made.record().points;
  const control_adjustment adjustment(points, {});
  EXPECT_EQ(adjustment.taken(resource_class::memory), 0);
  EXPECT_EQ(adjustment.controls_of(0), "all");
  for (std::size_t round = 0; round < 5; ++round)
    EXPECT_EQ(adjustment.shift_of(0, round), adjustment.shift(round));
  EXPECT_EQ(control_adjustment({points[0]}, {}).controls_of(0), "none");
}

// Three controls of memory, one at the median and two 1 % about it, and ten of compute without
// noise.
std::vector<timed_point> memory_controls_about(double median) {
  made_record made;
  const double of_memory[] = {median - 0.01, median, median + 0.01};
  for (int i = 0; i < 13; ++i) {
    timed_point& point = made.add("calibrators/equal[number=" + std::to_string(i) + "]", 0, false,
                                  point_role::calibrator);
    point.resource = i < 3 ? resource_class::memory : resource_class::compute;
    for (round_pair& pair : point.rounds)
      pair.head.time_ns = pair.base.time_ns * (i < 3 ? std::exp(of_memory[i]) : 1);
  }
  return made.record().points;
}

TEST(control_adjustment, a_shift_of_a_resource_must_be_more_than_noise_has) {
  // Five medians of 1.5 % are 1.3 times as large as their noise explains, which noise often has.
  const auto taken = [](double median) {
    return control_adjustment(memory_controls_about(median), {}).taken(resource_class::memory);
  };
  EXPECT_EQ(taken(0.015), 0);
  EXPECT_GT(taken(0.05), 0.9);
}

// The suites of the scenario, with calibrators whose resource is not stated: one median for all.
suite_maker without_resources(suite_maker made) {
  return [made = std::move(made)](std::uint64_t seed) {
    synthetic_suite suite = made(seed);
    for (timed_point& point : suite.points) point.resource = resource_class::unknown;
    return suite;
  };
}

TEST(control_adjustment, by_resource_loses_no_unchanged_suite_that_disturbed_memory_does) {
  const auto suites = noise_suites(memory_noise, {.points = 200});
  const auto by_resource = try_suites(suites, {}, 30, 5);
  const auto by_all = try_suites(without_resources(suites), {}, 30, 5);
  EXPECT_EQ(by_resource.alarmed, 0u);
  EXPECT_EQ(by_resource.false_improvements, 0u);
  EXPECT_EQ(by_resource.void_suites, 0u);
  EXPECT_GT(by_resource.coverage(), 0.92);
  EXPECT_GT(by_all.alarmed + by_all.void_suites, 0u);
  EXPECT_GT(by_all.false_improvements, 0u);
  EXPECT_LT(by_all.coverage(), 0.5);
}

TEST(control_adjustment, by_resource_changes_nothing_where_no_resource_is_disturbed) {
  for (const auto* scenario : {&typical_noise, &hot_noise}) {
    const auto suites = noise_suites(*scenario, {.points = 200, .slow = 20, .slowdown = 0.03});
    const auto by_resource = try_suites(suites, {}, 20, 5);
    const auto by_all = try_suites(without_resources(suites), {}, 20, 5);
    EXPECT_LE(by_resource.false_alarms, by_all.false_alarms) << scenario->name;
    EXPECT_NEAR(by_resource.power(), by_all.power(), 0.02) << scenario->name;
    EXPECT_NEAR(by_resource.coverage(), by_all.coverage(), 0.02) << scenario->name;
  }
}

}  // namespace
}  // namespace warpmark::gate
