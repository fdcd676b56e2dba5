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

bool applies_to(const acceptance& one, const gate_finding& finding) {
  return one.stage == finding.stage &&
         names_point(one.point, finding.subject, finding.family + "/" + finding.variant);
}

bool applies_to(const acceptance& one, const judged_ratio& judged_ratio) {
  return !one.quantity || *one.quantity == judged_ratio.quantity;
}

// The applicable acceptance with the largest bound; null if there is none.
const acceptance* widest(const std::vector<const acceptance*>& about,
                         const judged_ratio& judged_ratio) {
  const acceptance* found = nullptr;
  for (const auto* item : about)
    if (applies_to(*item, judged_ratio) && (found == nullptr || item->bound > found->bound))
      found = item;
  return found;
}

void accept(gate_finding& finding, const std::vector<const acceptance*>& about) {
  std::set<const acceptance*> by;
  std::string why;
  for (const auto& item : judged_of(finding)) {
    const acceptance* one = widest(about, item);
    if (one == nullptr) return;  // A quantity without acceptance.
    if (!(item.ratio <= one->bound)) {
      finding.reason +=
          fmt::format(" Beyond what is accepted: {:.4g} times, but {:.4g} at most ({}).",
                      item.ratio, one->bound, one->where);
      return;
    }
    if (by.insert(one).second)
      why += fmt::format("{}{} (until {})", why.empty() ? "" : "; ", one->reason, one->expires);
  }
  finding.outcome = verdict::accepted;
  finding.reason = fmt::format("Accepted: {}. {}", why, finding.reason);
}

bool has_expired(const acceptance& one, const std::string& today,
                 const std::function<bool(const std::string& commit)>& in_base) {
  // Dates of this form sort as text.
  return one.is_commit ? in_base(one.expires) : one.expires < today;
}

}  // namespace

void refuse_expired(const std::vector<acceptance>& all, const std::string& today,
                    const std::function<bool(const std::string& commit)>& in_base) {
  for (const auto& item : all)
    if (has_expired(item, today, in_base))
      throw usage_error(fmt::format(
          "{}: the acceptance of {} has expired ({}{}): remove it or extend it", item.where,
          item.point, item.is_commit ? "the base has commit " : "", item.expires));
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
    std::vector<const acceptance*> about;
    for (const auto& one : all)
      if (applies_to(one, finding)) about.push_back(&one);
    for (const auto& ratio : judged_of(finding))
      for (const auto* one : about)
        if (applies_to(*one, ratio)) met.insert(one);
    accept(finding, about);
  }
  std::vector<std::string> warnings;
  for (const auto& one : all)
    if (!met.contains(&one))
      warnings.push_back(fmt::format("{}: the acceptance of {} matches no regression: remove it.",
                                     one.where, one.point));
  return warnings;
}

}  // namespace warpmark::gate
