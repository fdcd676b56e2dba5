#include "ci/gate/timing/timing_stage.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>

#include <fmt/format.h>

#include "bench/sampling/stopwatch.hpp"
#include "ci/gate/decision/run_timing.hpp"
#include "ci/gate/sides/code_differences.hpp"
#include "ci/gate/sides/compile_both_sides.hpp"
#include "ci/gate/timing/rounds_file.hpp"
#include "ci/gate/timing/side_plans.hpp"
#include "ci/gate/timing/subjects.hpp"

namespace warpmark::gate {
namespace {

// Allows for the error of the measured ceiling.
constexpr double believable = 0.95;

// Selects the unchanged points to measure: one per variant, then others, at random.
std::vector<std::string> chosen_controls(std::vector<std::string> keys,
                                         const std::map<std::string, const compared_point*>& by_key,
                                         std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::shuffle(keys.begin(), keys.end(), random);
  std::set<std::string> variants;
  std::stable_partition(keys.begin(), keys.end(), [&](const std::string& key) {
    return variants.insert(by_key.at(key)->family + "/" + by_key.at(key)->variant).second;
  });
  if (keys.size() > max_unchanged_measured) keys.resize(max_unchanged_measured);
  return keys;
}

nlohmann::json environment_of(const workers::worker_report& report) {
  const card& device = report.device;
  return {{"card",
           {{"name", device.name},
            {"uuid", device.uuid},
            {"compute_capability", device.compute_capability},
            {"driver_version", device.driver_version}}},
          {"nvrtc", report.nvrtc_version}};
}

class card_timing {
 public:
  card_timing(const timing_terms& terms, const timing_request& request)
      : terms_(terms), request_(request) {}

  stage_outcome run() {
    outcome_.record = {.stage = gate_stage::timing};
    const stopwatch since_start;
    if (request_.compared.base->record().digest == request_.compared.head->record().digest) {
      outcome_.record.left_out = "both sides have the same kernels";
      return std::move(outcome_);
    }
    const auto report = process_rounds::open(round_terms_of(), true);
    outcome_.record.card_seconds = since_start.seconds();
    outcome_.environment = environment_of(report);
    compare(report);
    if (candidates_ == 0)
      outcome_.record.left_out =
          fmt::format("no point's machine code or launches differ on this {}", report.device.name);
    else
      measure();
    outcome_.record.seconds = since_start.seconds();
    return std::move(outcome_);
  }

 private:
  round_sides sides() const {
    selection selection = request_.selection;
    selection.backend = "cuda";
    round_sides result{.base = request_.compared.base->tree(),
                       .head = request_.compared.head->tree(),
                       .kernels_files = {},
                       .selection = std::move(selection)};
    for (const auto& kernels_file : request_.kernels_files)
      result.kernels_files.push_back(kernels_file.string());
    return result;
  }

  round_terms round_terms_of() const {
    return {.program = terms_.program,
            .order = {.device_ordinal = terms_.device_ordinal,
                      .cache_folder = terms_.cache_folder.string(),
                      .seed = terms_.seed,
                      .state = terms_.state,
                      .pairs = request_.context.settings.timing.pairs_per_round,
                      .limits = request_.context.limits,
                      .sides = sides()},
            .seed = terms_.seed};
  }

  // Determines the points of this card and which of them differ on it.
  void compare(const workers::worker_report& report) {
    plans_.emplace(sides(), report.device.limits);
    const std::string& architecture = report.device.limits.architecture;
    compile_both_sides(plans_->compared(), {architecture}, request_.context, request_.patience);
    const auto differences =
        point_differences(plans_->compared(), request_.context.compile, architecture);
    for (const auto& point : plans_->compared().points) by_key_[point.key] = &point;
    for (const auto& [key, difference] : differences) {
      if (difference.code.empty() || request_.failed.contains(key)) continue;
      add_point(key, point_role::candidate, report.ceilings);
      ++candidates_;
    }
    std::vector<std::string> equal;
    for (const auto& [key, difference] : differences)
      if (difference.code.empty() && !request_.failed.contains(key)) equal.push_back(key);
    for (const auto& key : chosen_controls(std::move(equal), by_key_, terms_.seed))
      add_point(key, point_role::negative_control, report.ceilings);
    subjects_.add_calibrators(request_.context.settings.timing.planted);
  }

  void add_point(const std::string& key, point_role role, const measured_ceilings& ceilings) {
    const compared_point& point = *by_key_.at(key);
    const family& contract = *point.head->point.variant->contract;
    timed_point timed{.key = key, .family = point.family, .role = role};
    if (const auto ceiling = ceilings.bytes_per_s(contract.traffic);
        ceiling && terms_.state == cache_state::cold)
      timed.min_ns = believable * 1e9 *
                     static_cast<double>(contract.compulsory_bytes(point.head->point.problem)) /
                     *ceiling;
    subjects_.add(std::move(timed), {.problem = point.head->point.problem_key()});
  }

  void measure() {
    std::optional<rounds_file> file;
    if (!terms_.rounds_file.empty())
      file.emplace(terms_.rounds_file).begin_run(subjects_.points.size());
    std::size_t pairs = 0;
    process_rounds source(
        round_terms_of(), subjects_.measured,
        [&](std::size_t round, const round_subject& subject, const round_pair& pair) {
          if (file) file->add(round, subject, pair);
          request_.context.progress({.stage = gate_stage::timing,
                                     .unit = "pairs",
                                     .done = ++pairs,
                                     .doing = fmt::format("round {}: {}", round + 1, subject.key)});
        });
    timing_run done = run_timing(source, subjects_.points, request_.context.settings, terms_.seed);
    outcome_.record.card_seconds += source.card_seconds();
    outcome_.controls = done.outcome.controls;
    outcome_.warnings = std::move(done.outcome.warnings);
    for (auto& finding : done.outcome.findings) {
      const compared_point& point = *by_key_.at(finding.subject);
      finding.family = point.family;
      finding.variant = point.variant;
      if (!point.head->plan.kernels.empty())
        finding.place.file =
            plans_->compared().head->place_of(point.head->plan.kernels.front().file);
      outcome_.findings.push_back(std::move(finding));
    }
    outcome_.record.subjects = outcome_.findings.size();
  }

  const timing_terms& terms_;
  const timing_request& request_;
  stage_outcome outcome_;
  std::optional<side_plans> plans_;
  std::map<std::string, const compared_point*> by_key_;
  timing_subjects subjects_;
  std::size_t candidates_ = 0;
};

}  // namespace

timing_stage timing_on_card(timing_terms terms) {
  return [terms = std::move(terms)](const timing_request& request) {
    return card_timing(terms, request).run();
  };
}

}  // namespace warpmark::gate
