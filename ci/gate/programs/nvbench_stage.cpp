#include "ci/gate/programs/nvbench_stage.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "bench/sampling/stopwatch.hpp"
#include "ci/gate/decision/run_timing.hpp"
#include "ci/gate/programs/nvbench_rounds.hpp"
#include "ci/gate/programs/nvbench_subjects.hpp"
#include "ci/gate/settings/default_settings.hpp"
#include "ci/gate/sides/scratch_folder.hpp"
#include "ci/gate/timing/rounds_file.hpp"

namespace warpmark::gate {
namespace {

constexpr const char* variant_name = "nvbench";

class nvbench_comparison {
 public:
  explicit nvbench_comparison(const nvbench_stage_terms& terms) : terms_(terms) {}

  stage_outcome run(const program_difference& difference) {
    const stopwatch since_start;
    outcome_.record.stage = gate_stage::timing;
    const std::string equal = why_equal(difference);
    if (!equal.empty()) {
      outcome_.record.left_out = equal;
      outcome_.findings.push_back(finding("every point", "nvbench", verdict::unchanged, equal));
      return std::move(outcome_);
    }
    const auto base = discover_base(terms_.sides, scratch_.path());
    const auto head = discover_head(terms_.sides, base, scratch_.path());
    outcome_.record.card_seconds = base.all_seconds + head.all_seconds;
    outcome_.environment = {{"card", {{"name", base.card}}}, {"nvbench", base.version}};
    if (base.card != head.card && head.failed.empty())
      outcome_.warnings.push_back(
          fmt::format("the sides name other cards: {} and {}", base.card, head.card));
    add_one_sided(base, head);
    measure(base, head);
    outcome_.record.subjects = outcome_.findings.size();
    outcome_.record.seconds = since_start.seconds();
    return std::move(outcome_);
  }

 private:
  // Why no point can differ; empty if one can.
  std::string why_equal(const program_difference& difference) const {
    if (!difference.same_device_code()) return "";
    if (difference.same_host) return "device code and host code of both programs are equal";
    return terms_.trust_device_code ? "device code of both programs is equal; host code differs, "
                                      "which --trust-device-code says makes no difference"
                                    : "";
  }

  static gate_finding finding(std::string subject, std::string family, verdict outcome,
                              std::string reason) {
    return {.stage = gate_stage::timing,
            .subject = std::move(subject),
            .family = std::move(family),
            .variant = variant_name,
            .outcome = outcome,
            .reason = std::move(reason)};
  }

  void add_one_sided(const nvbench_discovery& base, const nvbench_discovery& head) {
    for (auto& one : one_sided_points(base, head))
      outcome_.findings.push_back(
          finding(std::move(one.key), std::move(one.benchmark), one.outcome, std::move(one.why)));
  }

  void measure(const nvbench_discovery& base, const nvbench_discovery& head) {
    auto subjects = nvbench_subjects_of(base, head);
    if (subjects.measured.empty()) return;
    std::unique_ptr<rounds_file> file;
    if (!terms_.rounds_file.empty()) {
      file = std::make_unique<rounds_file>(terms_.rounds_file);
      file->begin_run(subjects.points.size());
    }
    nvbench_round_terms round_terms{
        .sides = terms_.sides, .base_s = base.seconds, .head_s = head.seconds, .seed = terms_.seed};
    round_terms.sides.selection = head.selection;
    std::size_t pairs = 0;
    nvbench_rounds source(
        std::move(round_terms), subjects.measured, scratch_.path(),
        [&](std::size_t round, const nvbench_subject& subject, const round_pair& pair) {
          terms_.progress({.stage = gate_stage::timing,
                           .unit = "pairs",
                           .done = pairs++,
                           .doing = fmt::format("round {}", round + 1)});
          if (file) file->add(round, {.key = subject.key, .role = subject.role}, pair);
        });
    const timing_run done =
        run_timing(source, std::move(subjects.points), terms_.settings, terms_.seed);
    outcome_.record.card_seconds += source.card_seconds();
    outcome_.controls = done.outcome.controls;
    for (const auto& warning : done.outcome.warnings) outcome_.warnings.push_back(warning);
    for (auto found : done.outcome.findings) {
      found.variant = variant_name;
      outcome_.findings.push_back(std::move(found));
    }
  }

  const nvbench_stage_terms& terms_;
  scratch_folder scratch_;
  stage_outcome outcome_;
};

}  // namespace

gate_settings nvbench_default_settings() {
  gate_settings settings = default_settings();
  settings.timing.pairs_per_round = 20;
  settings.timing.planted = 0;
  settings.timing.random_confirmed = 0;
  return settings;
}

program_timing time_nvbench(nvbench_stage_terms terms) {
  return [terms = std::move(terms)](const program_difference& difference) {
    return nvbench_comparison(terms).run(difference);
  };
}

}  // namespace warpmark::gate
