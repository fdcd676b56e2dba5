#include "tuning/modelled/short_list.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bench/journal/model_error.hpp"
#include "bench/statistics/distributions.hpp"

namespace warpmark::tuning {
namespace {

constexpr double min_log_error = 1e-3;

// The integrals go over logarithms of times, in steps of a fraction of the error.
constexpr double steps_per_error = 16, margin_errors = 8;

double density(double z) {
  constexpr double factor = 0.3989422804014327;  // 1 / sqrt(2 pi)
  return factor * std::exp(-z * z / 2);
}

}  // namespace

double log_error_of(double p90) {
  const double error = std::log(std::max(1.0, p90)) / statistics::normal_quantile(0.95);
  return std::max(error, min_log_error);
}

short_list list_fastest(std::span<const double> modelled_ns, std::size_t count, double log_error) {
  short_list list;
  if (modelled_ns.empty()) return list;
  const double error = std::max(log_error, min_log_error);
  std::vector<std::size_t> order(modelled_ns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return modelled_ns[a] < modelled_ns[b]; });
  std::vector<double> centre;  // In errors above the smallest.
  for (const std::size_t index : order)
    centre.push_back(std::log(modelled_ns[index] / modelled_ns[order.front()]) / error);
  // What is so far above the first cannot be the fastest.
  while (centre.back() > 2 * margin_errors) centre.pop_back();
  const std::size_t listed = std::min(count, order.size());
  std::vector<double> probability(centre.size(), 0);
  // The expected minimum is the integral of the probability that all are above x.
  double first_excess = 0, list_excess = 0;
  const double step = 1 / steps_per_error;
  std::vector<double> above(centre.size());
  for (double x = -margin_errors; x < 3 * margin_errors; x += step) {
    double all = 1, in_list = 1;
    for (std::size_t i = 0; i < centre.size(); ++i) {
      above[i] = statistics::normal_cdf(centre[i] - x);
      all *= above[i];
      if (i < listed) in_list *= above[i];
    }
    for (std::size_t i = 0; i < centre.size(); ++i)
      if (above[i] > 0) probability[i] += step * density(x - centre[i]) * all / above[i];
    first_excess += step * (above.front() - all);
    list_excess += step * (in_list - all);
  }
  for (std::size_t i = 0; i < listed; ++i) {
    list.configs.push_back({order[i], i < centre.size() ? std::min(1.0, probability[i]) : 0});
    list.coverage += list.configs.back().probability;
  }
  list.coverage = listed == order.size() ? 1 : std::min(1.0, list.coverage);
  list.first_loss = std::expm1(std::max(0.0, first_excess) * error);
  list.list_loss = std::expm1(std::max(0.0, list_excess) * error);
  return list;
}

journal::json short_list_json(const tuned_problem& tuned_problem, std::size_t count) {
  std::vector<const trial*> trials;
  std::vector<double> times_ns;
  for (const trial& trial : tuned_problem.found->trials)
    if (trial.time_ns && *trial.time_ns > 0 && !is_library(*trial.point.variant)) {
      trials.push_back(&trial);
      times_ns.push_back(*trial.time_ns);
    }
  if (trials.empty()) return {};
  const auto error = model::error_of(tuned_problem.choices.front().variant->family);
  const short_list list = list_fastest(times_ns, count, log_error_of(error.near));
  journal::json points = journal::json::array();
  for (const listed_config& config : list.configs)
    points.push_back({{"key", trials[config.index]->point.key()},
                      {"modelled_time_ns", times_ns[config.index]},
                      {"probability", config.probability}});
  journal::json line = {
      {"points", std::move(points)},
      {"modelled", trials.size()},
      {"coverage", list.coverage},
      {"first_loss", list.first_loss},
      {"list_loss", list.list_loss},
      {"model_error", {{"median", error.median}, {"p90", error.p90}, {"near", error.near}}}};
  if (error.pick) line["validated_loss"] = *error.pick - 1;
  return line;
}

}  // namespace warpmark::tuning
