// GitHub's workflow commands: lines of standard output that become annotations of source lines.

#include <string_view>

#include <fmt/format.h>

#include "ci/gate/formats/failing_finding.hpp"
#include "ci/gate/formats/report_rule.hpp"
#include "ci/gate/formats/words.hpp"
#include "ci/gate/formats/writers.hpp"

namespace warpmark::gate {
namespace {

// GitHub shows no more of each kind per step.
constexpr int max_per_kind = 10;

enum class part { message, property };

std::string escaped(std::string_view text, part part_kind) {
  std::string result;
  for (const char character : text) {
    const bool special = character == '%' || character == '\r' || character == '\n' ||
                         (part_kind == part::property && (character == ':' || character == ','));
    if (special)
      result += fmt::format("%{:02X}", static_cast<unsigned>(character));
    else
      result += character;
  }
  return result;
}

std::string command(std::string_view kind, const source_place& place, const std::string& title,
                    const std::string& message) {
  std::string properties;
  if (!place.file.empty()) properties = "file=" + escaped(place.file, part::property) + ",";
  if (!place.file.empty() && place.line > 0) properties += fmt::format("line={},", place.line);
  return fmt::format("::{} {}title={}::{}\n", kind, properties, escaped(title, part::property),
                     escaped(message, part::message));
}

std::string command(const gate_finding& finding, const report_rule& about, bool is_error) {
  std::string message = finding.subject + ": " + finding.reason;
  if (const auto text = difference_text(finding); !text.empty()) message += "\n" + text;
  return command(is_error ? "error" : "warning", place_of(finding),
                 fmt::format("{}: {}", name(finding.outcome), about.title), message);
}

}  // namespace

std::string write_annotations(const gate_result& gate_result) {
  std::string text;
  int errors = 0, warnings = 0;
  // A failure that no finding explains comes first.
  if (gate_result.ending.code != 0 && gate_result.ending.code != 1 &&
      gate_result.ending.code != 3) {
    text = command("error", {}, "warpmark gate", gate_result.ending.reason);
    ++errors;
  }
  int hidden_errors = 0, hidden_warnings = 0;
  for (const auto& finding : gate_result.findings) {
    const auto* about = finding.outcome == verdict::accepted ? nullptr : report_rule_of(finding);
    if (about == nullptr) continue;
    const bool is_error = fails_gate(gate_result, finding);
    int& shown = is_error ? errors : warnings;
    if (shown == max_per_kind) {
      ++(is_error ? hidden_errors : hidden_warnings);
      continue;
    }
    ++shown;
    text += command(finding, *about, is_error);
  }
  if (hidden_errors + hidden_warnings > 0)
    text += command("notice", {}, "warpmark gate",
                    fmt::format("{} more errors and {} more warnings are not annotated",
                                hidden_errors, hidden_warnings));
  return text;
}

}  // namespace warpmark::gate
