#include "ci/gate/gate_result.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "base/counted.hpp"

namespace warpmark::gate {
namespace {

double size_of(const gate_finding& finding) {
  return finding.effect ? std::fabs(std::log(finding.effect->ratio)) : 0;
}

// "3 points: reduce/strided[…], …"
std::string listed(const std::vector<gate_finding>& findings, verdict outcome) {
  constexpr std::size_t max_listed = 3;
  std::string text;
  std::size_t count = 0;
  for (const auto& finding : findings) {
    if (finding.outcome != outcome) continue;
    if (count++ < max_listed) text += (text.empty() ? "" : "; ") + finding.subject;
  }
  return text + (count > max_listed ? fmt::format("; and {} more", count - max_listed) : "");
}

// "2 REGRESSION: reduce/strided[…]; scan/ballot[…]"
std::string because(const std::vector<gate_finding>& findings,
                    const std::map<verdict, std::size_t>& counts, verdict outcome) {
  return fmt::format("{} {}: {}", counts.at(outcome), name(outcome), listed(findings, outcome));
}

std::string why_nothing_was_compared(const gate_result& result) {
  std::string why;
  for (const auto& stage : result.stages) {
    if (stage.left_out.empty()) return "no point is on both sides";
    if (stage.left_out != "not requested") why += (why.empty() ? "" : "; ") + stage.left_out;
  }
  return why.empty() ? "no stage was requested" : why;
}

}  // namespace

std::string_view name(gate_stage stage) {
  switch (stage) {
    case gate_stage::statics:
      return "static";
    case gate_stage::counting:
      return "counting";
    case gate_stage::timing:
      return "timing";
  }
  throw std::logic_error("a stage without a name");
}

void sort_findings(std::vector<gate_finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const gate_finding& a, const gate_finding& b) {
                     // Larger impacts and sizes come first, so these two are compared in reverse.
                     return std::tuple(a.outcome, b.impact_ns, size_of(b), a.stage, a.subject) <
                            std::tuple(b.outcome, a.impact_ns, size_of(a), b.stage, b.subject);
                   });
}

std::map<verdict, std::size_t> count_verdicts(const std::vector<gate_finding>& findings) {
  std::map<verdict, std::size_t> counts;
  for (const auto& finding : findings) ++counts[finding.outcome];
  return counts;
}

gate_ending ending_of(const gate_result& result, const failing& fail_on) {
  const auto counts = count_verdicts(result.findings);
  const auto count_of = [&](verdict outcome) {
    return counts.contains(outcome) ? counts.at(outcome) : 0;
  };
  if (result.controls && !result.controls->trouble.empty())
    return {4, "no verdict: " + result.controls->trouble};
  if (result.findings.empty())
    return {5, "nothing was compared: " + why_nothing_was_compared(result)};
  const std::size_t absent = count_of(verdict::missing);
  if (absent > 0 && absent + count_of(verdict::added) == result.findings.size())
    return {5, "nothing was compared: all points are on only one side: " +
                   because(result.findings, counts, verdict::missing)};
  // The worst decides the exit status; the reason names all that fail.
  int status = 0;
  std::string reasons;
  for (const auto outcome : all_verdicts) {
    if (!fail_on.contains(outcome) || count_of(outcome) == 0) continue;
    if (status == 0) status = exit_status_of(outcome);
    reasons += (reasons.empty() ? "" : ". ") + because(result.findings, counts, outcome);
  }
  if (status == exit_status_of(verdict::invalid)) reasons = "no verdict on all points: " + reasons;
  if (status != 0) return {status, reasons};
  std::string text;
  for (const auto& [outcome, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name(outcome));
  return {0,
          fmt::format("pass: {} compared: {}", counted(result.findings.size(), "subject"), text)};
}

}  // namespace warpmark::gate
