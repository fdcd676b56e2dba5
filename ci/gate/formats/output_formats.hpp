#pragma once

#include <string>
#include <vector>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// One output of the gate. Another one is one more row of the table in output_formats.cpp.
struct output_format {
  std::string name;    ///< "SARIF"
  std::string option;  ///< "--sarif"
  std::string help;    ///< What it is for, as --help says it.
  std::string (*write)(const gate_result& gate_result);
};

const std::vector<output_format>& all_output_formats();

/// The text of one output. It is a function of what the JSON output holds: of a result that was
/// read back the same bytes come. Findings are in the order of sort_findings.
std::string output_text(const output_format& format, const gate_result& gate_result);

}  // namespace warpmark::gate
