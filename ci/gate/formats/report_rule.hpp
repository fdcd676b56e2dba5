#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ci/gate/gate_finding.hpp"

namespace warpmark::gate {

/// The severity of a finding in the reports that list problems.
enum class rule_severity { error, warning };

/// A kind of problem, with an identifier that never changes.
struct report_rule {
  std::string rule;         ///< "GPU-PERF-REGRESSION-STATIC"
  std::string title;        ///< "The compiled code became worse"
  std::string explanation;  ///< The finding, in sentences.
  std::string advice;       ///< The remedy, in sentences.
  rule_severity severity = rule_severity::error;
};

/// All of them, in the order of verdicts and stages.
const std::vector<report_rule>& all_report_rules();

/// The rule of a finding, or null if it is no problem. ACCEPTED keeps the rule of a regression.
const report_rule* report_rule_of(const gate_finding& finding);

}  // namespace warpmark::gate
