#include "ci/gate/decision/evidence.hpp"

#include <algorithm>

#include "bench/statistics/quantile.hpp"
#include "ci/gate/decision/control_adjustment.hpp"

namespace warpmark::gate {
namespace {

using ratio_lists = std::vector<std::vector<double>>;

ratio_lists adjusted_ratios(const std::vector<timed_point>& points,
                            const control_adjustment& adjustment, round_span span) {
  ratio_lists ratios;
  for (std::size_t i = 0; i < points.size(); ++i)
    ratios.push_back(adjusted_log_ratios(points, i, adjustment, span));
  return ratios;
}

ratio_lists adjusted_ratios(const std::vector<timed_point>& points, round_span span) {
  return adjusted_ratios(points, control_adjustment(points, span), span);
}

std::vector<point_terms> terms_of_all(const timing_record& record, const gate_settings& settings) {
  std::vector<point_terms> terms;
  for (const timed_point& point : record.points) terms.push_back(terms_of(point, settings));
  return terms;
}

bool is_flagged(const std::optional<screened_point>& screened, double screen_p) {
  return screened && std::min(screened->p_slower, screened->p_faster) < screen_p;
}

void describe_rounds(point_evidence& evidence) {
  std::vector<double> base;
  std::vector<double> head;
  for (const round_pair& pair : evidence.point->rounds) {
    ++evidence.pairs;
    evidence.discarded += pair.discarded.empty() ? 0 : 1;
    if (!pair.discarded.empty() || !evidence.judged.contains(pair.round)) continue;
    base.push_back(pair.base.time_ns);
    head.push_back(pair.head.time_ns);
  }
  evidence.rounds = base.size();
  if (base.empty()) return;
  evidence.base_ns = statistics::median(base);
  evidence.head_ns = statistics::median(head);
}

// Controls get no verdict, so they must not reduce the power of the candidates' tests.
void adjust_candidates(std::vector<point_evidence>& all) {
  std::vector<confirmed_point*> family;
  for (point_evidence& point_evidence : all)
    if (point_evidence.confirmed && point_evidence.point->role == point_role::candidate)
      family.push_back(&*point_evidence.confirmed);
  adjust_together(family);
}

}  // namespace

double point_evidence::estimate() const {
  return confirmed ? confirmed->estimate : screened->measured.estimate;
}

std::vector<bool> flagged_by_screen(const timing_record& record, const gate_settings& settings) {
  const auto screened =
      screen(adjusted_ratios(record.points, record.screening()), terms_of_all(record, settings));
  std::vector<bool> flagged;
  flagged.reserve(screened.size());
  for (const auto& point : screened) flagged.push_back(is_flagged(point, settings.timing.screen_p));
  return flagged;
}

std::vector<point_evidence> gather_evidence(const timing_record& record,
                                            const gate_settings& settings) {
  const auto terms = terms_of_all(record, settings);
  const control_adjustment screening(record.points, record.screening());
  const control_adjustment confirming(record.points, record.confirming());
  const auto screened =
      screen(adjusted_ratios(record.points, screening, record.screening()), terms);
  const ratio_lists first = adjusted_ratios(record.points, record.first_look());
  const ratio_lists fresh = adjusted_ratios(record.points, confirming, record.confirming());
  std::vector<point_evidence> all(record.points.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    point_evidence& point_evidence = all[i];
    point_evidence.point = &record.points[i];
    point_evidence.terms = terms[i];
    point_evidence.screened = screened[i];
    point_evidence.flagged = is_flagged(screened[i], settings.timing.screen_p);
    if (!fresh[i].empty()) point_evidence.confirmed = confirm(first[i], fresh[i], terms[i]);
    point_evidence.judged = point_evidence.confirmed ? record.confirming() : record.screening();
    point_evidence.controls = (point_evidence.confirmed ? confirming : screening).controls_of(i);
    describe_rounds(point_evidence);
  }
  adjust_candidates(all);
  return all;
}

std::size_t confirmed_candidates(const std::vector<point_evidence>& all) {
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [](const point_evidence& point_evidence) {
        return point_evidence.confirmed && point_evidence.point->role == point_role::candidate;
      }));
}

}  // namespace warpmark::gate
