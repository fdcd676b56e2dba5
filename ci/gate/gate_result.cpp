#include "ci/gate/gate_result.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

namespace warpmark::gate {
namespace {

double size_of(const finding& of) { return of.effect ? std::fabs(std::log(of.effect->ratio)) : 0; }

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// "3 points: reduce/strided[…], …"
std::string listed(const std::vector<finding>& findings, verdict of) {
  constexpr std::size_t most = 3;
  std::string text;
  std::size_t count = 0;
  for (const auto& each : findings) {
    if (each.outcome != of) continue;
    if (count++ < most) text += (text.empty() ? "" : "; ") + each.subject;
  }
  return text + (count > most ? fmt::format("; and {} more", count - most) : "");
}

std::string why_nothing_was_compared(const gate_result& result) {
  std::string why;
  for (const auto& each : result.stages) {
    if (each.left_out.empty()) return "no point is on both sides";
    if (each.left_out != "not asked for") why += (why.empty() ? "" : "; ") + each.left_out;
  }
  return why.empty() ? "no stage was asked for" : why;
}

}  // namespace

std::string_view name(gate_stage of) {
  switch (of) {
    case gate_stage::statics:
      return "static";
    case gate_stage::counting:
      return "counting";
    case gate_stage::timing:
      return "timing";
  }
  throw std::logic_error("a stage without a name");
}

void sort_findings(std::vector<finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const finding& a, const finding& b) {
    // Larger impacts and sizes come first, so those two are compared the other way round.
    return std::tuple(a.outcome, b.impact_ns, size_of(b), a.stage, a.subject) <
           std::tuple(b.outcome, a.impact_ns, size_of(a), b.stage, b.subject);
  });
}

std::map<verdict, std::size_t> count_verdicts(const std::vector<finding>& findings) {
  std::map<verdict, std::size_t> counts;
  for (const auto& each : findings) ++counts[each.outcome];
  return counts;
}

gate_ending ending_of(const gate_result& result, const failing& fail_on) {
  const auto counts = count_verdicts(result.findings);
  const auto fails = [&](verdict of) { return fail_on.contains(of) && counts.contains(of); };
  const auto because = [&](verdict of) {
    return fmt::format("{} {}: {}", counts.at(of), name(of), listed(result.findings, of));
  };
  if (result.controls && !result.controls->trouble.empty())
    return {4, "no verdict: " + result.controls->trouble};
  if (result.findings.empty())
    return {5, "nothing was compared: " + why_nothing_was_compared(result)};
  const std::size_t absent = counts.contains(verdict::missing) ? counts.at(verdict::missing) : 0;
  const std::size_t added = counts.contains(verdict::added) ? counts.at(verdict::added) : 0;
  if (absent + added == result.findings.size())
    return {5, "nothing was compared: all points are on one side alone"};
  if (fails(verdict::regression)) return {1, because(verdict::regression)};
  for (const auto of : {verdict::invalid, verdict::suspect})
    if (fails(of)) return {4, "no verdict on all points: " + because(of)};
  if (fails(verdict::missing)) return {5, because(verdict::missing)};
  if (fails(verdict::inconclusive)) return {3, because(verdict::inconclusive)};
  std::string text;
  for (const auto& [of, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name(of));
  return {0,
          fmt::format("pass: {} compared: {}", counted(result.findings.size(), "subject"), text)};
}

}  // namespace warpmark::gate
