#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ci/gate/gate_finding.hpp"

namespace warpmark::gate {

/// How loud a finding is in the reports that list problems.
enum class loudness { error, warning };

/// A kind of problem, with the identifier that such reports keep over the years.
struct report_rule {
  std::string rule;         ///< "GPU-PERF-REGRESSION-STATIC"
  std::string title;        ///< "The compiled code got worse"
  std::string explanation;  ///< What was found, in sentences.
  std::string advice;       ///< What to do about it, in sentences.
  loudness volume = loudness::error;
};

/// All of them, in the order of verdicts and stages.
const std::vector<report_rule>& all_report_rules();

/// That of a finding, or null for what is no problem. ACCEPTED is the regression that it was.
const report_rule* report_rule_of(const gate_finding& finding);

}  // namespace warpmark::gate
