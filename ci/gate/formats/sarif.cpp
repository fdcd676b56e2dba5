// SARIF 2.1.0, as GitHub's code scanning reads it.

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "ci/gate/formats/failing_finding.hpp"
#include "ci/gate/formats/fingerprint.hpp"
#include "ci/gate/formats/report_rule.hpp"
#include "ci/gate/formats/words.hpp"
#include "ci/gate/formats/writers.hpp"

namespace warpmark::gate {
namespace {

using nlohmann::ordered_json;

// Code scanning keeps at most so many results per run.
constexpr std::size_t max_results = 5'000;

const char* level_of(bool is_error) { return is_error ? "error" : "warning"; }

// A relative path as a URI reference (RFC 3986).
std::string uri(std::string_view path) {
  constexpr std::string_view plain = "-._~/!$&'()*+,;=@";
  std::string result;
  for (const char character : path) {
    const bool is_plain =
        (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
        (character >= '0' && character <= '9') || plain.find(character) != std::string_view::npos;
    if (is_plain)
      result += character;
    else
      result += fmt::format("%{:02X}", static_cast<unsigned char>(character));
  }
  return result;
}

// "GpuPerfRegressionStatic": shown by viewers instead of the identifier.
std::string rule_name(const report_rule& report_rule) {
  std::string result;
  bool begins = true;
  for (const char character : report_rule.rule) {
    if (character == '-')
      begins = true;
    else
      result += begins ? character : static_cast<char>(character - 'A' + 'a'), begins = false;
  }
  return result;
}

ordered_json rules() {
  ordered_json result = ordered_json::array();
  for (const auto& report_rule : all_report_rules())
    result.push_back({{"id", report_rule.rule},
                      {"name", rule_name(report_rule)},
                      {"shortDescription", {{"text", report_rule.title}}},
                      {"fullDescription", {{"text", report_rule.explanation}}},
                      {"help", {{"text", report_rule.explanation + " " + report_rule.advice}}},
                      {"defaultConfiguration",
                       {{"level", level_of(report_rule.severity == rule_severity::error)}}}});
  return result;
}

ordered_json location(const gate_finding& finding) {
  const source_place place = place_of(finding);
  // Code scanning refuses results without a file: without one it is the variant's path.
  ordered_json physical = {{"artifactLocation",
                            {{"uri", uri(place.file.empty() ? path_of(finding) : place.file)},
                             {"uriBaseId", "%SRCROOT%"}}}};
  physical["region"] = {{"startLine", std::max(place.line, 1)}};
  return {{"physicalLocation", physical},
          {"logicalLocations", {{{"fullyQualifiedName", finding.subject}}}}};
}

ordered_json result_of(const gate_finding& finding, const report_rule& about,
                       const std::string& fingerprint, bool is_error) {
  std::string message =
      fmt::format("{} {}: {}", name(finding.outcome), finding.subject, finding.reason);
  if (const auto text = difference_text(finding); !text.empty()) message += " (" + text + ")";
  ordered_json result = {
      {"ruleId", about.rule},
      {"ruleIndex", &about - all_report_rules().data()},
      {"level", level_of(is_error)},
      {"message", {{"text", message}}},
      {"locations", {location(finding)}},
      {"partialFingerprints", {{"warpmarkGate/v1", fingerprint}}},
      {"properties", {{"stage", name(finding.stage)}, {"impactNs", finding.impact_ns}}}};
  if (finding.outcome == verdict::accepted)
    result["suppressions"] = {{{"kind", "external"}, {"justification", finding.reason}}};
  return result;
}

ordered_json invocation(const gate_result& gate_result, std::size_t left_out) {
  const int code = gate_result.ending.code;
  ordered_json result = {{"executionSuccessful", code == 0 || code == 1 || code == 3},
                         {"exitCode", code},
                         {"exitCodeDescription", gate_result.ending.reason}};
  ordered_json notices = ordered_json::array();
  for (const auto& warning : gate_result.warnings)
    notices.push_back({{"level", "warning"}, {"message", {{"text", warning}}}});
  if (left_out > 0) {
    const auto text =
        fmt::format("{} results are left out: the worst {} are here", left_out, max_results);
    notices.push_back({{"level", "warning"}, {"message", {{"text", text}}}});
  }
  result["toolExecutionNotifications"] = notices;
  return result;
}

}  // namespace

std::string write_sarif(const gate_result& gate_result) {
  ordered_json results = ordered_json::array();
  std::size_t left_out = 0;
  fingerprints names;
  for (const auto& finding : gate_result.findings) {
    const auto* about = report_rule_of(finding);
    if (about == nullptr) continue;
    if (results.size() == max_results)
      ++left_out;
    else
      // ACCEPTED is suppressed, and keeps the level of what it accepts.
      results.push_back(
          result_of(finding, *about, names.next(about->rule, finding),
                    finding.outcome == verdict::accepted || fails_gate(gate_result, finding)));
  }
  const ordered_json run = {
      {"tool",
       {{"driver", {{"name", "warpmark"}, {"version", gate_result.tool}, {"rules", rules()}}}}},
      {"automationDetails", {{"id", "warpmark-gate/"}}},
      {"invocations", {invocation(gate_result, left_out)}},
      {"results", results},
      {"properties",
       {{"base", gate_result.base.commit},
        {"head", gate_result.head.commit},
        {"resultsLeftOut", left_out}}}};
  const ordered_json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                            {"version", "2.1.0"},
                            {"runs", {run}}};
  return log.dump(1) + "\n";
}

}  // namespace warpmark::gate
