#include "ci/gate/decision/verdicts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace warpmark::gate {
namespace {

constexpr std::size_t min_screened = 3;
constexpr std::size_t min_confirmed = 6;  // Fewer have no 95 % interval.
constexpr std::size_t min_discarded = 3;  // One pair of five is 20 % and not unusual.

double percent(double ratio) { return 100 * (ratio - 1); }

// Estimate, interval and one-sided bound in logarithms, from the stage that decides.
struct located {
  double estimate = 0;
  double low = 0;
  double high = 0;
  double upper_bound = 0;
  double error = 0;
  double df = 0;
};

located locate(const point_evidence& evidence, t_table& table) {
  if (const auto& confirmed = evidence.confirmed)
    return {confirmed->estimate,
            confirmed->range.lo,
            confirmed->range.hi,
            confirmed->upper_bound,
            confirmed->standard_error,
            static_cast<double>(std::max<std::size_t>(evidence.rounds, 2) - 1)};
  const auto& t_result = evidence.screened->measured;
  const double half = table.quantile(0.975, t_result.df) * t_result.standard_error;
  return {t_result.estimate,
          t_result.estimate - half,
          t_result.estimate + half,
          t_result.estimate + table.quantile(0.95, t_result.df) * t_result.standard_error,
          t_result.standard_error,
          t_result.df};
}

timing_effect effect_of(const point_evidence& evidence, const located& at, double alpha,
                        t_table& table) {
  timing_effect effect;
  effect.base_ns = evidence.base_ns;
  effect.head_ns = evidence.head_ns;
  effect.ratio = std::exp(at.estimate);
  effect.ratio_low = std::exp(at.low);
  effect.ratio_high = std::exp(at.high);
  effect.margin = evidence.terms.margin;
  effect.controls = std::string(evidence.controls);
  const bool slower = at.estimate > 0;
  if (const auto& confirmed = evidence.confirmed) {
    effect.p_value = slower ? confirmed->p_slower : confirmed->p_faster;
    effect.adjusted_p = slower ? confirmed->adjusted_slower : confirmed->adjusted_faster;
  } else {
    effect.p_value = slower ? evidence.screened->p_slower : evidence.screened->p_faster;
  }
  if (std::isfinite(at.df))
    effect.detectable =
        std::expm1(std::log1p(evidence.terms.margin) + at.error * table.detectable(at.df, alpha));
  effect.rounds = evidence.rounds;
  effect.discarded_pairs = evidence.discarded;
  return effect;
}

// The reason of the point's last discarded pair, which exists.
std::string last_reason(const timed_point& point) {
  std::string reason;
  for (const round_pair& pair : point.rounds)
    if (!pair.discarded.empty()) reason = pair.discarded;
  return reason;
}

// One wrong result decides, whatever the other rounds say: a data race fails intermittently.
std::string permanent_failure(const timed_point& point) {
  for (std::size_t i = 0; i < point.rounds.size(); ++i)
    if (point.rounds[i].permanent)
      return i == 0 ? point.rounds[i].discarded
                    : fmt::format("after {} sound rounds, {}", i, point.rounds[i].discarded);
  return "";
}

std::string invalidity(const point_evidence& evidence, const timing_settings& timing) {
  if (std::string why = permanent_failure(*evidence.point); !why.empty()) return why;
  const double share = static_cast<double>(evidence.discarded) /
                       static_cast<double>(std::max<std::size_t>(evidence.pairs, 1));
  if (evidence.discarded >= min_discarded && share > timing.max_discarded)
    return fmt::format("{} of {} pairs were discarded, more than {:.3g} %, the last since: {}",
                       evidence.discarded, evidence.pairs, 100 * timing.max_discarded,
                       last_reason(*evidence.point));
  const std::size_t required_rounds = evidence.confirmed ? min_confirmed : min_screened;
  if (evidence.rounds < required_rounds || (!evidence.confirmed && !evidence.screened))
    return fmt::format("{} valid rounds; expected at least {}", evidence.rounds, required_rounds);
  return "";
}

std::string suspicion(const point_evidence& evidence, const located& at,
                      const timing_settings& timing) {
  const auto& min_ns = evidence.point->min_ns;
  if (min_ns && evidence.head_ns < *min_ns)
    return fmt::format(
        "{:.4g} ns is less than the {:.4g} ns that the card's ceiling allows: does "
        "it still do its work?",
        evidence.head_ns, *min_ns);
  if (at.high < 0 && std::exp(at.estimate) < 1 - timing.collapse)
    return fmt::format("{:.1f} % faster, more than {:.3g} %: does it still do its work?",
                       -percent(std::exp(at.estimate)), 100 * timing.collapse);
  return "";
}

std::string beyond_margin(const timing_effect& effect, bool slower) {
  const double sign = slower ? 1 : -1;
  const double near = sign * percent(slower ? effect.ratio_low : effect.ratio_high);
  const double far = sign * percent(slower ? effect.ratio_high : effect.ratio_low);
  return fmt::format(
      "{:.2f} % {} (95 %: {:.2f} to {:.2f} %), beyond the margin of {:.3g} %; "
      "adjusted p {:.2g} from {} fresh rounds",
      sign * percent(effect.ratio), slower ? "slower" : "faster", near, far, 100 * effect.margin,
      effect.adjusted_p, effect.rounds);
}

std::string undecided(const timing_effect& effect, const point_terms& terms) {
  return fmt::format(
      "between {:+.2f} and {:+.2f} %: neither surely beyond the margin of {:.3g} % nor surely "
      "below {:.3g} %{}; about {} more rounds would settle it",
      percent(effect.ratio_low), percent(effect.ratio_high), 100 * terms.margin,
      100 * terms.pass_margin,
      effect.detectable ? fmt::format("; {:+.2f} % would have been seen", 100 * *effect.detectable)
                        : "",
      *effect.missing_rounds);
}

void decide(gate_finding& found, const point_evidence& evidence, const located& at,
            double test_alpha, const timing_settings& timing) {
  timing_effect& effect = *found.effect;
  const auto& confirmed = evidence.confirmed;
  const double pass_bound = std::log1p(evidence.terms.pass_margin);
  if (evidence.point->role != point_role::candidate) {
    found.outcome = verdict::unchanged;
    found.reason = fmt::format("equal machine code: a control, measured {:+.2f} % apart",
                               percent(effect.ratio));
  } else if (const std::string why = suspicion(evidence, at, timing); !why.empty()) {
    found.outcome = verdict::suspect;
    found.reason = why;
  } else if (confirmed && is_slower(evidence, confirmed->adjusted_slower, timing.alpha)) {
    found.outcome = verdict::regression;
    found.reason = beyond_margin(effect, true);
  } else if (confirmed && is_faster(evidence, confirmed->adjusted_faster, timing.alpha)) {
    found.outcome = verdict::improvement;
    found.reason = beyond_margin(effect, false);
  } else if (at.upper_bound < pass_bound) {
    found.outcome = verdict::pass;
    found.reason = fmt::format("at most {:+.2f} % at {:.3g} % confidence, below {:.3g} %",
                               percent(std::exp(at.upper_bound)), 100 * (1 - pass_alpha),
                               100 * evidence.terms.pass_margin);
  } else {
    found.outcome = verdict::inconclusive;
    effect.missing_rounds =
        missing_rounds(at.estimate, at.error * std::sqrt(static_cast<double>(evidence.rounds)),
                       std::log1p(evidence.terms.margin), pass_bound, test_alpha, evidence.rounds);
    found.reason = undecided(effect, evidence.terms);
  }
}

}  // namespace

bool is_slower(const point_evidence& evidence, double adjusted_p, double alpha) {
  return evidence.confirmed && adjusted_p < alpha &&
         evidence.confirmed->range.lo > std::log1p(evidence.terms.margin);
}

bool is_faster(const point_evidence& evidence, double adjusted_p, double alpha) {
  return evidence.confirmed && adjusted_p < alpha &&
         evidence.confirmed->range.hi < -std::log1p(evidence.terms.margin);
}

gate_finding judge(const point_evidence& evidence, std::size_t confirmed,
                   const timing_settings& timing, t_table& table) {
  gate_finding found;
  found.stage = gate_stage::timing;
  found.subject = evidence.point->key;
  found.family = evidence.point->family;
  found.variant = path_of(evidence.point->key);
  if (std::string why = invalidity(evidence, timing); !why.empty()) {
    found.outcome = verdict::invalid;
    found.reason = std::move(why);
    return found;
  }
  // Holm's level for the smallest of the confirmed p-values, or the level of the screen.
  const double test_alpha =
      evidence.confirmed ? timing.alpha / static_cast<double>(std::max<std::size_t>(confirmed, 1))
                         : timing.screen_p;
  const located at = locate(evidence, table);
  found.effect = effect_of(evidence, at, test_alpha, table);
  found.impact_ns = evidence.head_ns - evidence.base_ns;
  decide(found, evidence, at, test_alpha, timing);
  return found;
}

}  // namespace warpmark::gate
