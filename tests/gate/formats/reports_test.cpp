// GitLab's code quality and SARIF.

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/gate/formats/sample_result.hpp"

namespace warpmark::gate {
namespace {

using nlohmann::json;

json report_of(const std::string& option, const gate_result& gate_result) {
  return json::parse(output_of(option, gate_result));
}

TEST(code_quality, lists_problems_only) {
  const auto issues = report_of("--codequality", sample_result());
  ASSERT_EQ(issues.size(), 8u);
  EXPECT_EQ(issues[0]["location"]["path"], "reduce/tree");  // The invalid one; it has no file.
  EXPECT_EQ(issues[2]["severity"], "critical");
  EXPECT_EQ(issues[2]["location"]["path"], "reduce/strided");
  EXPECT_EQ(issues[3]["location"]["path"], "kernels/sort/bitonic, twice.cuh");
  EXPECT_EQ(issues[3]["location"]["lines"]["begin"], 7);
  EXPECT_EQ(issues[3]["check_name"], "GPU-PERF-REGRESSION-STATIC");
  EXPECT_EQ(issues[7]["severity"], "info");  // The accepted one.
}

TEST(code_quality, fingerprints_outlive_numbers_and_neighbours) {
  const auto prints = [](const gate_result& gate_result) {
    std::map<std::string, std::string> result;
    for (const auto& item : report_of("--codequality", gate_result))
      result[item["fingerprint"]] = item["check_name"];
    return result;
  };
  const auto before = prints(sample_result());
  EXPECT_EQ(before.size(), 8u);
  auto changed = large_result(3);
  for (auto& finding : changed.findings) {
    finding.reason += " More.";
    if (finding.effect) finding.effect->ratio *= 1.001;
  }
  for (const auto& print : prints(changed))
    EXPECT_TRUE(!before.contains(print.first) || before.at(print.first) == print.second);
  for (const auto& item : before) EXPECT_TRUE(prints(changed).contains(item.first));
}

TEST(code_quality, equal_findings_have_their_own_fingerprints) {
  auto result = sample_result();
  result.findings.push_back(result.findings[1]);
  std::set<std::string> prints;
  for (const auto& item : report_of("--codequality", result)) prints.insert(item["fingerprint"]);
  EXPECT_EQ(prints.size(), 9u);
}

TEST(sarif, has_a_rule_for_each_result) {
  const auto run = report_of("--sarif", sample_result())["runs"][0];
  ASSERT_EQ(run["results"].size(), 8u);
  for (const auto& result : run["results"]) {
    const auto& rule = run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()];
    EXPECT_EQ(rule["id"], result["ruleId"]);
    EXPECT_EQ(result["partialFingerprints"].size(), 1u);
    EXPECT_EQ(result["locations"].size(), 1u);
  }
  const auto& physical = run["results"][3]["locations"][0]["physicalLocation"];
  EXPECT_EQ(physical["artifactLocation"]["uri"], "kernels/sort/bitonic,%20twice.cuh");
  EXPECT_EQ(physical["region"]["startLine"], 7);
  EXPECT_EQ(run["invocations"][0]["exitCode"], 1);
  EXPECT_TRUE(run["invocations"][0]["executionSuccessful"]);
}

TEST(sarif, what_is_accepted_is_suppressed) {
  const auto run = report_of("--sarif", sample_result())["runs"][0];
  std::size_t suppressed = 0;
  for (const auto& result : run["results"])
    if (result.contains("suppressions")) {
      ++suppressed;
      EXPECT_EQ(result["suppressions"][0]["justification"], "It spills.");
      EXPECT_EQ(result["ruleId"], "GPU-PERF-REGRESSION-STATIC");
    }
  EXPECT_EQ(suppressed, 1u);
}

}  // namespace
}  // namespace warpmark::gate
