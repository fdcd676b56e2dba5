#include "ci/gate/formats/output_formats.hpp"

#include "ci/gate/formats/json_file.hpp"
#include "ci/gate/formats/writers.hpp"

namespace warpmark::gate {

const std::vector<output_format>& all_output_formats() {
  static const std::vector<output_format> formats = {
      {"JSON", "--json", "all that was found; --from reads it (warpmark/gate-1)", write_json},
      {"JUnit XML", "--junit", "test report: fails for regressions", write_junit},
      {"Markdown", "--markdown", "comment on a pull request, up to 60 000 bytes", write_markdown},
      {"annotations", "--annotations", "GitHub workflow commands: ten errors, ten warnings",
       write_annotations},
      {"code quality", "--codequality", "GitLab's code quality report", write_code_quality},
      {"SARIF", "--sarif", "SARIF 2.1.0, up to 5 000 results", write_sarif},
  };
  return formats;
}

std::string output_text(const output_format& format, const gate_result& gate_result) {
  return format.write(as_read_back(gate_result));
}

}  // namespace warpmark::gate
