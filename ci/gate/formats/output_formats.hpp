#pragma once

#include <string>
#include <vector>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// One output format of the gate: one row of the table in output_formats.cpp.
struct output_format {
  std::string name;    ///< "SARIF"
  std::string option;  ///< "--sarif"
  std::string help;    ///< Its purpose, for --help.
  std::string (*write)(const gate_result& gate_result);
};

const std::vector<output_format>& all_output_formats();

/// The text of one output. It depends only on the contents of the JSON output: a result that was
/// read back gives the same bytes. Findings are in the order of sort_findings.
std::string output_text(const output_format& format, const gate_result& gate_result);

}  // namespace warpmark::gate
