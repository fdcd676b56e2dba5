#pragma once

#include <string>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// The file of --summary: "auto" is $GITHUB_STEP_SUMMARY, or nothing outside of GitHub's runners;
/// "none" is nothing; anything else is a file. Empty for nothing.
std::string summary_file(const std::string& option);

/// Appends the Markdown to the output of earlier commands of the step, within GitHub's limit on the
/// sum. Throws usage_error if the file cannot be written.
void append_summary(const std::string& file, const gate_result& gate_result);

}  // namespace warpmark::gate
