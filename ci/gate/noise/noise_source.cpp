#include "ci/gate/noise/noise_source.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "bench/statistics/distributions.hpp"

namespace warpmark::gate {
namespace {

constexpr double rounds_of_drift = 10;
constexpr std::uint64_t throttled_by_power = 0x4;  // NVML's bit for the software power cap.

}  // namespace

double deviation_of_median(std::size_t samples) {
  // pi / 2n in the limit; the correction makes it 1 for n = 1 and accurate to a percent above.
  return std::sqrt(std::numbers::pi / 2 /
                   (static_cast<double>(samples) + std::numbers::pi / 2 - 1));
}

noise_source::noise_source(const noise_scenario& scenario, std::vector<modelled_point> points,
                           std::uint64_t seed, std::size_t samples)
    : scenario_(scenario), points_(std::move(points)), samples_(samples), random_(seed) {
  const double of_median = scenario_.sample_spread * deviation_of_median(samples);
  for (const modelled_point& point : points_) {
    const double variety = point.steady ? 1 : std::exp(scenario_.point_variety * normal());
    const double level = scenario_.round_spread * variety;
    point_state state;
    // A step of the walk is between the sides: as much as half of its variance in each.
    state.deviation =
        std::sqrt(level * level + of_median * of_median + scenario_.walk * scenario_.walk / 2);
    state.drift_step = scenario_.drift * normal() / (2 * rounds_of_drift);
    state.bimodal = !point.steady && happens(scenario_.bimodal_points);
    state.base_first = happens(0.5);
    states_.push_back(state);
  }
  if (scenario_.memory_bias > 0) memory_bias_ = scenario_.memory_bias * normal();
}

double noise_source::normal() { return statistics::normal_quantile(random_.uniform()); }

round_pair noise_source::measure_pair(const modelled_point& point, point_state& state,
                                      double base_shock, double head_shock) {
  const auto level = [&](bool first) {
    const auto moment = static_cast<double>(state.measured + (first ? 0 : 1));
    const double mode =
        state.bimodal && happens(slower_state_share) ? std::log1p(slower_state_shift) : 0;
    return state.drift_step * moment + mode + state.deviation * normal();
  };
  round_pair pair;
  pair.base_first = state.base_first;
  pair.base.time_ns = point.base_ns * std::exp(base_shock + level(pair.base_first));
  pair.head.time_ns =
      point.base_ns * (1 + point.slowdown) * std::exp(head_shock + level(!pair.base_first));
  pair.base.samples = pair.head.samples = samples_;
  if (happens(scenario_.throttled_pairs)) pair.head.throttle = throttled_by_power;
  state.measured += 2;
  state.base_first = !state.base_first;
  return pair;
}

std::vector<round_pair> noise_source::measure(const std::vector<std::size_t>& points) {
  const double base_shock = scenario_.shock * normal();
  const double head_shock = scenario_.shock * normal();
  double base_memory = 0, head_memory = memory_bias_;
  if (scenario_.memory_shock > 0) {
    base_memory += scenario_.memory_shock * normal();
    head_memory += scenario_.memory_shock * normal();
  }
  std::vector<round_pair> pairs;
  pairs.reserve(points.size());
  for (const std::size_t number : points) {
    const modelled_point& point = points_.at(number);
    const double memory = point.is_memory_bound ? 1 : 0;
    pairs.push_back(measure_pair(point, states_.at(number), base_shock + memory * base_memory,
                                 head_shock + memory * head_memory));
  }
  return pairs;
}

}  // namespace warpmark::gate
