// GitLab's code quality report: a list of issues, told apart by their fingerprints.

#include <algorithm>

#include "ci/gate/formats/failing_finding.hpp"
#include "ci/gate/formats/fingerprint.hpp"
#include "ci/gate/formats/report_rule.hpp"
#include "ci/gate/formats/words.hpp"
#include "ci/gate/formats/writers.hpp"

namespace warpmark::gate {
namespace {

using nlohmann::ordered_json;

const char* severity_of(const gate_finding& finding, bool fails) {
  if (finding.outcome == verdict::accepted) return "info";
  if (!fails) return "minor";
  return finding.outcome == verdict::regression ? "critical" : "major";
}

ordered_json issue(const gate_finding& finding, const report_rule& about,
                   const std::string& fingerprint, bool fails) {
  const source_place place = place_of(finding);
  return {{"description",
           std::string(name(finding.outcome)) + " " + finding.subject + ": " + finding.reason},
          {"check_name", about.rule},
          {"fingerprint", fingerprint},
          {"severity", severity_of(finding, fails)},
          {"location",
           // GitLab wants a path: without a file it is the variant's.
           {{"path", place.file.empty() ? path_of(finding) : place.file},
            {"lines", {{"begin", std::max(place.line, 1)}}}}}};
}

}  // namespace

std::string write_code_quality(const gate_result& gate_result) {
  ordered_json issues = ordered_json::array();
  fingerprints names;
  for (const auto& finding : gate_result.findings)
    if (const auto* about = report_rule_of(finding))
      issues.push_back(issue(finding, *about, names.next(about->rule, finding),
                             fails_gate(gate_result, finding)));
  return issues.dump(1) + "\n";
}

}  // namespace warpmark::gate
