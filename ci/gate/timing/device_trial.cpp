#include "ci/gate/timing/device_trial.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "base/verbosity.hpp"
#include "bench/plugins/plugin_library.hpp"
#include "bench/statistics/t_test.hpp"
#include "ci/gate/timing/calibrators.hpp"
#include "ci/gate/timing/side_plans.hpp"
#include "ci/gate/timing/slowdown_calibration.hpp"
#include "kernels/embedded.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

// Writes the program's kernels as a tree, from which sides are opened.
fs::path write_kernels(const fs::path& to) {
  for (const auto& kernel : kernels::all()) {
    const fs::path path = to / "kernels" / kernel.path;
    fs::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary);
    file.write(kernel.text.data(), static_cast<std::streamsize>(kernel.text.size()));
    if (!file.flush()) throw usage_error(fmt::format("{} cannot be written", path.string()));
  }
  return to;
}

void hear_nothing(std::size_t, const round_subject&, const round_pair&) {}

timed_point timed_point_of(const round_subject& subject) {
  return {.key = subject.key, .family = subject.key.substr(0, subject.key.find('/'))};
}

std::vector<std::size_t> numbers_of(const std::vector<round_subject>& subjects) {
  std::vector<std::size_t> numbers(subjects.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

}  // namespace

device_trial::device_trial(timing_terms terms, const selection& selection, const std::string& file,
                           std::size_t pairs_per_round)
    : terms_(std::move(terms)), pairs_per_round_(pairs_per_round) {
  const fs::path root = file.empty() ? write_kernels(scratch_.path()) : fs::current_path();
  side_tree tree{.record = {.name = root.string()}, .root = fs::canonical(root)};
  const bool is_plugin = plugins::is_shared_library(file);
  if (is_plugin) tree.plugin = fs::absolute(file);
  sides_ = {.base = tree, .head = tree, .kernels_files = {}, .selection = selection};
  // Both sides are the user's own files, so the sources may be anywhere.
  if (!file.empty() && !is_plugin) sides_.kernels_files = {fs::absolute(file).string()};
  sides_.selection.backend = "cuda";
  device_ = process_rounds::open(round_terms_of(terms_.seed), false).device;
  const side_plans plans(sides_, device_.limits);
  for (const auto& point : plans.compared().points)
    if (point.on_both() && (is_plugin || !point.head->plan.kernels.empty()))
      points_.push_back({.key = point.key, .problem = point.head->point.problem_key()});
  if (points_.empty()) throw usage_error("the selection has no point with a kernel on this card");
  if (!terms_.rounds_file.empty()) file_ = std::make_unique<rounds_file>(terms_.rounds_file);
}

round_terms device_trial::round_terms_of(std::uint64_t seed) const {
  return {.program = terms_.program,
          .order = {.device_ordinal = terms_.device_ordinal,
                    .cache_folder = terms_.cache_folder.string(),
                    .seed = terms_.seed,
                    .state = terms_.state,
                    .pairs = pairs_per_round_,
                    .sides = sides_},
          .seed = seed,
          .point_limit_s = 30};
}

round_listener device_trial::listener_of(std::size_t points) const {
  if (!file_) return hear_nothing;
  file_->begin_run(points);
  return [file = file_.get()](std::size_t round, const round_subject& subject,
                              const round_pair& pair) { file->add(round, subject, pair); };
}

synthetic_suite device_trial::suite_of(timing_subjects subjects, std::vector<double> slowdowns,
                                       std::uint64_t seed) const {
  slowdowns.resize(
      subjects.points.size());  // Calibrators are equal, or planted with a known slow-down.
  auto source = std::make_unique<process_rounds>(round_terms_of(seed), subjects.measured,
                                                 listener_of(subjects.points.size()));
  return {std::move(subjects.points), std::move(slowdowns), std::move(source)};
}

synthetic_suite device_trial::unchanged(const timing_settings& timing, std::uint64_t seed) const {
  timing_subjects subjects;
  for (const auto& point : points_) subjects.add(timed_point_of(point), point);
  subjects.add_calibrators(timing.planted);
  return suite_of(std::move(subjects), {}, seed);
}

synthetic_suite device_trial::slowed(const std::vector<slowed_point>& points,
                                     const timing_settings& timing, std::uint64_t seed) const {
  timing_subjects subjects;
  std::vector<double> slowdowns;
  for (const auto& point : points) {
    if (!point.found) continue;
    subjects.add(timed_point_of(point.subject), point.subject);
    slowdowns.push_back(point.slowdown);
  }
  subjects.add_calibrators(timing.planted);
  return suite_of(std::move(subjects), std::move(slowdowns), seed);
}

std::vector<recorded_row> device_trial::planted(const std::vector<double>& slowdowns,
                                                const gate_settings& settings,
                                                std::uint64_t seed) const {
  const synthetic_suite suite = unchanged(settings.timing, seed);
  return plant_in_rounds(*suite.source, suite.points, slowdowns, settings);
}

std::vector<slowed_point> device_trial::calibration(const std::vector<double>& slowdowns,
                                                    std::size_t rounds) const {
  std::vector<slowed_point> points;
  std::vector<slowdown_calibration> calibrations;
  for (const double slowdown : slowdowns)
    for (const auto& point : points_) {
      points.push_back({.subject = point, .slowdown = slowdown});
      calibrations.emplace_back(slowdown);
    }
  for (std::size_t round = 0; round < rounds; ++round) {
    std::vector<round_subject> subjects;
    std::vector<std::size_t> open;  // Unfinished calibrations.
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (points[i].found || calibrations[i].has_failed()) continue;
      open.push_back(i);
      points[i].subject.planted_steps = calibrations[i].steps();
      subjects.push_back(points[i].subject);
    }
    if (open.empty()) break;
    print_note(fmt::format("calibration: round {}, {} of {} slow-downs are not found yet",
                           round + 1, open.size(), points.size()));
    process_rounds source(round_terms_of(terms_.seed + round), subjects,
                          listener_of(subjects.size()));
    const auto pairs = source.measure(numbers_of(subjects));
    for (std::size_t k = 0; k < open.size(); ++k) {
      if (!pairs[k].discarded.empty()) continue;
      slowdown_calibration& calibration = calibrations[open[k]];
      calibration.measured(std::exp(pairs[k].log_ratio()));
      points[open[k]].found = calibration.found();
    }
  }
  return points;
}

order_bias_on_card device_trial::bias(sampling::pair_order order, double heat_s, std::size_t pairs,
                                      std::size_t rounds) const {
  round_terms terms = round_terms_of(terms_.seed);
  terms.order.order = order;
  terms.order.heat_s = heat_s;
  terms.order.pairs = pairs;
  terms.order.until_steady = false;
  terms.base_always_leads = order == sampling::pair_order::blocked;
  std::vector<round_subject> subjects;
  for (const std::size_t calibrator : calibrators::of_each_resource())
    subjects.push_back({.key = calibrators::names().at(calibrator), .calibrator = calibrator});
  process_rounds source(std::move(terms), subjects, listener_of(subjects.size()));
  std::vector<std::vector<double>> ratios(subjects.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto measured = source.measure(numbers_of(subjects));
    for (std::size_t i = 0; i < measured.size(); ++i)
      if (measured[i].discarded.empty()) ratios[i].push_back(measured[i].log_ratio());
  }
  order_bias_on_card result;
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    if (ratios[i].size() < 2) continue;
    const auto moments = statistics::moments_of(ratios[i]);
    result.points.emplace_back(subjects[i].key, moments.mean);
    result.bias += std::fabs(moments.mean);
    result.error += std::sqrt(moments.variance / static_cast<double>(moments.n));
  }
  if (result.points.empty())
    throw std::runtime_error("no calibrator has two measurements in the order " +
                             std::string(order == sampling::pair_order::blocked ? "AABB" : "ABBA"));
  const auto count = static_cast<double>(result.points.size());
  result.bias /= count;
  result.error /= count;
  return result;
}

}  // namespace warpmark::gate
