#include "ci/gate/settings/acceptance.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "ci/gate/settings/point_settings.hpp"

namespace warpmark::gate {
namespace {

// A ratio that must be within a bound for the finding to be accepted.
struct judged_ratio {
  std::string quantity;
  double ratio;
};

// The ratio of worse to better: for some quantities less is worse, but a judged change is always
// worse.
double ratio_of(const change& change) {
  const double less = std::min(change.base, change.head), more = std::max(change.base, change.head);
  return less > 0 ? more / less : std::numeric_limits<double>::infinity();
}

std::vector<judged_ratio> judged_of(const gate_finding& finding) {
  if (finding.effect) return {{"time", finding.effect->ratio}};
  std::vector<judged_ratio> result;
  for (const auto& change : finding.changes)
    if (change.judged) result.push_back({change.quantity, ratio_of(change)});
  // A regression without numbers needs an acceptance without bound.
  if (result.empty()) result.push_back({"", std::numeric_limits<double>::infinity()});
  return result;
}

bool applies_to(const acceptance& acceptance, const gate_finding& finding) {
  return acceptance.stage == finding.stage &&
         names_point(acceptance.point, finding.subject, finding.family + "/" + finding.variant);
}

bool applies_to(const acceptance& acceptance, const judged_ratio& ratio) {
  return !acceptance.quantity || *acceptance.quantity == ratio.quantity;
}

// The applicable acceptance with the largest bound; null if there is none.
const acceptance* widest(const std::vector<const acceptance*>& acceptances,
                         const judged_ratio& ratio) {
  const acceptance* found = nullptr;
  for (const auto* acceptance : acceptances)
    if (applies_to(*acceptance, ratio) && (found == nullptr || acceptance->bound > found->bound))
      found = acceptance;
  return found;
}

void accept(gate_finding& finding, const std::vector<const acceptance*>& acceptances) {
  std::set<const acceptance*> by;
  std::string why;
  for (const auto& ratio : judged_of(finding)) {
    const acceptance* acceptance = widest(acceptances, ratio);
    if (acceptance == nullptr) return;  // A quantity without acceptance.
    if (!(ratio.ratio <= acceptance->bound)) {
      finding.reason +=
          fmt::format(" Beyond what is accepted: {:.4g} times, but {:.4g} at most ({}).",
                      ratio.ratio, acceptance->bound, acceptance->where);
      return;
    }
    if (by.insert(acceptance).second)
      why += fmt::format("{}{} (until {})", why.empty() ? "" : "; ", acceptance->reason,
                         acceptance->expires);
  }
  finding.outcome = verdict::accepted;
  finding.reason = fmt::format("Accepted: {}. {}", why, finding.reason);
}

bool has_expired(const acceptance& acceptance, const std::string& today,
                 const std::function<bool(const std::string& commit)>& in_base) {
  // Dates of this form sort as text.
  return acceptance.is_commit ? in_base(acceptance.expires) : acceptance.expires < today;
}

}  // namespace

void refuse_expired(const std::vector<acceptance>& all, const std::string& today,
                    const std::function<bool(const std::string& commit)>& in_base) {
  for (const auto& acceptance : all)
    if (has_expired(acceptance, today, in_base))
      throw usage_error(
          fmt::format("{}: the acceptance of {} has expired ({}{}): remove it or extend it",
                      acceptance.where, acceptance.point,
                      acceptance.is_commit ? "the base has commit " : "", acceptance.expires));
}

std::string utc_date() {
  const auto now = std::chrono::system_clock::now();
  const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(now)};
  return fmt::format("{:04}-{:02}-{:02}", int{day.year()}, unsigned{day.month()},
                     unsigned{day.day()});
}

std::vector<std::string> accept_known(const std::vector<acceptance>& all,
                                      std::vector<gate_finding>& findings) {
  std::set<const acceptance*> met;
  for (auto& finding : findings) {
    if (finding.outcome != verdict::regression) continue;
    std::vector<const acceptance*> applicable;
    for (const auto& acceptance : all)
      if (applies_to(acceptance, finding)) applicable.push_back(&acceptance);
    for (const auto& ratio : judged_of(finding))
      for (const auto* acceptance : applicable)
        if (applies_to(*acceptance, ratio)) met.insert(acceptance);
    accept(finding, applicable);
  }
  std::vector<std::string> warnings;
  for (const auto& acceptance : all)
    if (!met.contains(&acceptance))
      warnings.push_back(fmt::format("{}: the acceptance of {} matches no regression: remove it.",
                                     acceptance.where, acceptance.point));
  return warnings;
}

}  // namespace warpmark::gate
