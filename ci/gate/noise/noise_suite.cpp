#include "ci/gate/noise/noise_suite.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "ci/gate/noise/noise_source.hpp"

namespace warpmark::gate {
namespace {

constexpr double shortest_ns = 20e3;
constexpr double longest_ns = 20e6;
constexpr std::size_t families_of_suite = 10;
// Of the time of a memory-bound point, what the ceiling of the card explains.
constexpr double part_of_ceiling = 0.7;

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
    // Blocks of families, so that neither a family nor the slow points have one resource alone.
    const bool is_memory_bound = (i / families_of_suite) % 2 == 0;
    add(suite, model,
        {.key = fmt::format("{}/modelled[point={}]", family, i),
         .family = family,
         .min_ns = base_ns * (is_memory_bound ? part_of_ceiling : part_of_ceiling / 10)},
        {base_ns, slow ? plan.slowdown : 0, false, is_memory_bound});
  }
}

void add_controls(synthetic_suite& suite, std::vector<modelled_point>& model,
                  const noise_suite_plan& plan) {
  constexpr double calibrator_ns = 200e3, launch_ns = 3e3;
  // About the proportions of the calibrators of a card.
  constexpr std::array calibrated{resource_class::compute, resource_class::memory,
                                  resource_class::memory, resource_class::latency};
  const auto key = [](const char* what, std::size_t i) {
    return fmt::format("calibrators/{}[number={}]", what, i);
  };
  for (std::size_t i = 0; i < plan.calibrators; ++i) {
    const resource_class uses = calibrated[i % calibrated.size()];
    add(suite, model,
        {.key = key("equal", i),
         .family = "calibrators",
         .role = point_role::calibrator,
         .resource = uses},
        {uses == resource_class::latency ? launch_ns : calibrator_ns, 0, true,
         uses == resource_class::memory});
  }
  if (plan.planted > 0)
    add(suite, model,
        {.key = key("planted", 0),
         .family = "calibrators",
         .role = point_role::positive_control,
         .resource = resource_class::compute},
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
