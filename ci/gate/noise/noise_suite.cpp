#include "ci/gate/noise/noise_suite.hpp"

#include <cmath>

#include <fmt/format.h>

#include "ci/gate/noise/noise_source.hpp"

namespace warpmark::gate {
namespace {

constexpr double shortest_ns = 20e3;
constexpr double longest_ns = 20e6;
constexpr std::size_t families_of_suite = 10;

void add(synthetic_suite& suite, std::vector<modelled_point>& model, timed_point point,
         modelled_point truth) {
  suite.slowdowns.push_back(truth.slowdown);
  suite.points.push_back(std::move(point));
  model.push_back(truth);
}

void add_candidates(synthetic_suite& suite, std::vector<modelled_point>& model,
                    const noise_suite_plan& plan, statistics::random_stream& random) {
  for (std::size_t i = 0; i < plan.points; ++i) {
    const std::string family = fmt::format("family_{}", i % families_of_suite);
    // Every (points / slow)-th point, in integer arithmetic.
    const bool slow = (i + 1) * plan.slow / plan.points > i * plan.slow / plan.points;
    const double base_ns = shortest_ns * std::pow(longest_ns / shortest_ns, random.uniform());
    add(suite, model, {.key = fmt::format("{}/modelled[point={}]", family, i), .family = family},
        {base_ns, slow ? plan.slowdown : 0});
  }
}

void add_controls(synthetic_suite& suite, std::vector<modelled_point>& model,
                  const noise_suite_plan& plan) {
  constexpr double calibrator_ns = 200e3;
  const auto key = [](const char* what, std::size_t i) {
    return fmt::format("calibrators/{}[number={}]", what, i);
  };
  for (std::size_t i = 0; i < plan.calibrators; ++i)
    add(suite, model,
        {.key = key("equal", i), .family = "calibrators", .role = point_role::calibrator},
        {calibrator_ns, 0, true});
  if (plan.planted > 0)
    add(suite, model,
        {.key = key("planted", 0), .family = "calibrators", .role = point_role::positive_control},
        {calibrator_ns, plan.planted, true});
}

}  // namespace

suite_maker noise_suites(const noise_scenario& scenario, const noise_suite_plan& plan) {
  return [scenario, plan](std::uint64_t seed) {
    constexpr std::uint64_t stream_of_sizes = 1;  // The noise uses the other stream.
    statistics::random_stream random(seed, stream_of_sizes);
    synthetic_suite suite;
    std::vector<modelled_point> model;
    add_candidates(suite, model, plan, random);
    add_controls(suite, model, plan);
    suite.source = std::make_unique<noise_source>(scenario, std::move(model), seed);
    return suite;
  };
}

}  // namespace warpmark::gate
