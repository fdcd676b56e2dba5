#pragma once

#include <string>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// The file that --summary means: "auto" is $GITHUB_STEP_SUMMARY, or nothing outside of GitHub's
/// runners; "none" is nothing; all else is a file. Empty for nothing.
std::string summary_file(const std::string& asked);

/// Appends the Markdown to what other commands of the step have written, within the limit of both.
/// Throws usage_error if the file cannot be written.
void append_summary(const std::string& file, const gate_result& gate_result);

}  // namespace warpmark::gate
