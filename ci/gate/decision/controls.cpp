#include "ci/gate/decision/controls.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "bench/statistics/distributions.hpp"
#include "ci/gate/decision/verdicts.hpp"

namespace warpmark::gate {
namespace {

constexpr double surely = 0.01;

bool is_flagged_twice(const point_evidence& control, double alpha) {
  if (!control.flagged || !control.confirmed) return false;
  return is_slower(control, control.confirmed->p_slower, alpha) ||
         is_faster(control, control.confirmed->p_faster, alpha);
}

std::string trouble_of(const control_record& record, bool missed, const timing_settings& timing) {
  if (missed)
    return fmt::format("the positive control, slowed down by {:.3g} %, was not found",
                       100 * timing.planted);
  if (record.negative_flagged == 0) return "";
  const double share =
      static_cast<double>(record.negative_flagged) / static_cast<double>(record.negative);
  if (share > timing.max_flagged &&
      statistics::binomial_upper_tail(record.negative_flagged, record.negative,
                                      timing.max_flagged) < surely)
    return fmt::format("{} of {} controls with equal code were found different, more than {:.3g} %",
                       record.negative_flagged, record.negative, 100 * timing.max_flagged);
  return "";
}

}  // namespace

bool is_found(const point_evidence& positive, std::size_t confirmed, double alpha) {
  if (!positive.confirmed) return false;
  const auto tests = static_cast<double>(confirmed + 1);
  return is_slower(positive, std::min(1.0, tests * positive.confirmed->p_slower), alpha);
}

control_record judge_controls(const std::vector<point_evidence>& all,
                              const timing_settings& timing) {
  control_record record;
  const std::size_t confirmed = confirmed_candidates(all);
  std::size_t positives = 0;
  std::size_t found = 0;
  for (const point_evidence& point_evidence : all) {
    record.pairs += point_evidence.pairs;
    record.pairs_discarded += point_evidence.discarded;
    if (point_evidence.point->role == point_role::positive_control) {
      ++positives;
      found += is_found(point_evidence, confirmed, timing.alpha) ? 1 : 0;
    } else if (is_equal_control(*point_evidence.point)) {
      ++record.negative;
      record.negative_flagged += is_flagged_twice(point_evidence, timing.alpha) ? 1 : 0;
    }
  }
  if (positives > 0) record.planted = timing.planted;
  record.planted_found = positives > 0 && found == positives;
  record.trouble = trouble_of(record, found < positives, timing);
  return record;
}

}  // namespace warpmark::gate
