// Every pair of verdicts: which one decides, and whether every output contains both.

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "ci/gate/formats/output_formats.hpp"
#include "ci/gate/settings/failing_verdicts.hpp"
#include "tests/gate/formats/sample_result.hpp"

namespace warpmark::gate {
namespace {

const failing everything = {verdict::invalid, verdict::suspect, verdict::regression,
                            verdict::missing, verdict::inconclusive};

// Worst first, as in docs/gate.md.
const std::vector<std::pair<verdict, int>> documented = {
    {verdict::invalid, 4},     {verdict::suspect, 4},      {verdict::regression, 1},
    {verdict::missing, 5},     {verdict::inconclusive, 3}, {verdict::accepted, 0},
    {verdict::improvement, 0}, {verdict::added, 0},        {verdict::pass, 0},
    {verdict::unchanged, 0}};

gate_finding of_verdict(verdict outcome, const std::string& of) {
  return {.stage = gate_stage::counting,
          .subject = of,
          .family = "f",
          .variant = "v",
          .outcome = outcome,
          .reason = "it is so",
          .place = {"kernels/f.cu", 3}};
}

gate_result result_of(verdict one, verdict other, const failing& fail_on = everything) {
  gate_result result;
  result.findings = {of_verdict(one, "f/v[n=1][]"), of_verdict(other, "f/v[n=2][]")};
  sort_findings(result.findings);
  result.ending = ending_of(result, fail_on);
  return result;
}

template <class F>
void for_each_pair(F&& f) {
  for (std::size_t i = 0; i < documented.size(); ++i)
    for (std::size_t j = 0; j < documented.size(); ++j) f(i, j);
}

bool is_on_one_side(verdict outcome) {
  return outcome == verdict::missing || outcome == verdict::added;
}

TEST(severity, the_order_is_the_documented_one) {
  ASSERT_EQ(all_verdicts.size(), documented.size());
  for (std::size_t i = 0; i < documented.size(); ++i) {
    EXPECT_EQ(all_verdicts[i], documented[i].first);
    EXPECT_EQ(exit_status_of(documented[i].first), documented[i].second);
  }
}

TEST(severity, of_every_pair_the_worse_decides_the_status_and_the_reason_names_both) {
  for_each_pair([](std::size_t i, std::size_t j) {
    const auto [one, one_status] = documented[i];
    const auto [other, other_status] = documented[j];
    const auto result = result_of(one, other);
    SCOPED_TRACE(std::string(name(one)) + " and " + std::string(name(other)));
    const int expected = documented[std::min(i, j)].second;
    EXPECT_EQ(result.ending.code, expected);
    EXPECT_EQ(result.findings.front().outcome, documented[std::min(i, j)].first);
    if (expected == 0) return;
    if (one_status != 0) {
      EXPECT_NE(result.ending.reason.find("f/v[n=1][]"), std::string::npos) << result.ending.reason;
    }
    if (other_status != 0) {
      EXPECT_NE(result.ending.reason.find("f/v[n=2][]"), std::string::npos) << result.ending.reason;
    }
  });
}

TEST(severity, a_verdict_that_may_not_fail_does_not_decide) {
  for_each_pair([](std::size_t i, std::size_t j) {
    const auto [one, one_status] = documented[i];
    const auto [other, other_status] = documented[j];
    if (i == j || is_on_one_side(one) || is_on_one_side(other)) return;
    failing fail_on = everything;
    fail_on.erase(one);
    const auto result = result_of(one, other, fail_on);
    EXPECT_EQ(result.ending.code, other_status) << name(one) << " and " << name(other);
    EXPECT_EQ(result_of(one, other, {}).ending.code, 0);
  });
}

TEST(severity, points_that_are_on_one_side_alone_are_no_comparison_unless_all_are_new) {
  EXPECT_EQ(result_of(verdict::missing, verdict::missing, {}).ending.code, 5);
  EXPECT_EQ(result_of(verdict::missing, verdict::added, {}).ending.code, 5);
  const auto added = result_of(verdict::added, verdict::added);
  EXPECT_EQ(added.ending.code, 0);
  EXPECT_EQ(added.ending.reason, "pass: 2 subjects compared: 2 NEW");
}

TEST(severity, failed_controls_outrank_every_verdict) {
  for (const auto& [verdict, status] : documented) {
    auto result = result_of(verdict, verdict);
    result.controls = control_record{.trouble = "the planted slow-down was missed"};
    EXPECT_EQ(ending_of(result, everything).code, 4);
  }
}

TEST(severity, every_output_tells_of_every_problem_of_a_pair_worst_first) {
  for_each_pair([](std::size_t i, std::size_t j) {
    if (i >= j || documented[j].second == 0) return;
    const auto worse = documented[i].first, other = documented[j].first;
    const auto result = result_of(worse, other);
    SCOPED_TRACE(std::string(name(worse)) + " and " + std::string(name(other)));
    const auto in_order = [&](const std::string& text) {
      const auto first = text.find(name(worse)),
                 second = text.find(std::string(name(other)), first);
      EXPECT_NE(first, text.npos) << text;
      EXPECT_NE(second, text.npos) << text;
    };
    for (const char* option : {"--markdown", "--sarif", "--codequality"})
      in_order(output_of(option, result));
    const auto annotations = output_of("--annotations", result);
    EXPECT_NE(annotations.find(name(worse)), annotations.npos) << annotations;
    EXPECT_NE(annotations.find(name(other)), annotations.npos) << annotations;
    const auto markdown = output_of("--markdown", result);
    const auto headline = markdown.substr(0, markdown.find("\n| verdict"));
    in_order(headline);
    const auto log = nlohmann::json::parse(output_of("--sarif", result));
    EXPECT_EQ(log["runs"][0]["results"].size(), 2u);
    EXPECT_EQ(log["runs"][0]["invocations"][0]["exitCode"], result.ending.code);
    in_order(log["runs"][0]["invocations"][0]["exitCodeDescription"].get<std::string>());
    const auto junit = output_of("--junit", result);
    EXPECT_NE(junit.find(std::string("message=\"") + std::string(name(worse))), junit.npos);
    EXPECT_NE(junit.find(std::string("message=\"") + std::string(name(other))), junit.npos);
  });
}

std::string level_in_sarif(const gate_result& result) {
  const auto log = nlohmann::json::parse(output_of("--sarif", result));
  return log["runs"][0]["results"][0]["level"].get<std::string>();
}

// One verdict that fails the gate, and the same where it does not.
TEST(severity, what_does_not_fail_the_gate_is_an_error_in_no_output) {
  for (const auto& [verdict, status] : documented) {
    if (status == 0) continue;
    SCOPED_TRACE(name(verdict));
    auto result = result_of(verdict, verdict::pass);
    result.settings = {{"fail_on", {failing_name(verdict)}}};
    EXPECT_EQ(occurrences(output_of("--annotations", result), "::error file="), 1u);
    EXPECT_EQ(level_in_sarif(result), "error");
    const auto quality = output_of("--codequality", result);
    EXPECT_EQ(occurrences(quality, "\"minor\""), 0u) << quality;
    const auto junit = output_of("--junit", result);
    EXPECT_EQ(occurrences(junit, "<skipped"), 0u) << junit;
    const std::string element = verdict == verdict::regression ? "<failure " : "<error ";
    EXPECT_EQ(occurrences(junit, element + "message=\"" + std::string(name(verdict))), 1u) << junit;

    auto lenient = result_of(verdict, verdict::pass, {});
    lenient.settings = {{"fail_on", nlohmann::json::array()}};
    lenient.ending = {0, "pass"};
    const auto annotations = output_of("--annotations", lenient);
    EXPECT_EQ(occurrences(annotations, "::error "), 0u) << annotations;
    EXPECT_EQ(occurrences(annotations, "::warning file="), 1u) << annotations;
    EXPECT_EQ(level_in_sarif(lenient), "warning");
    EXPECT_EQ(occurrences(output_of("--codequality", lenient), "\"minor\""), 1u);
    const auto passing = output_of("--junit", lenient);
    EXPECT_EQ(occurrences(passing, "<failure ") + occurrences(passing, "<error "), 0u) << passing;
    EXPECT_EQ(occurrences(passing, "<skipped message=\"" + std::string(name(verdict))), 1u);
  }
}

TEST(severity, a_result_without_settings_has_the_default_ones) {
  auto result = result_of(verdict::regression, verdict::inconclusive);
  const auto text = output_of("--annotations", result);
  EXPECT_EQ(occurrences(text, "::error file="), 1u) << text;
  EXPECT_EQ(occurrences(text, "::warning file="), 1u) << text;
}

TEST(severity, what_is_accepted_stays_so_whatever_fails) {
  auto result = result_of(verdict::accepted, verdict::pass, {});
  result.settings = {{"fail_on", nlohmann::json::array()}};
  EXPECT_EQ(level_in_sarif(result), "error");
  EXPECT_EQ(occurrences(output_of("--codequality", result), "\"info\""), 1u);
  EXPECT_EQ(occurrences(output_of("--junit", result), "<skipped"), 0u);
}

TEST(sarif_rules, have_texts_of_their_own) {
  const auto log =
      nlohmann::json::parse(output_of("--sarif", result_of(verdict::invalid, verdict::regression)));
  std::set<std::string> texts;
  const auto& rules = log["runs"][0]["tool"]["driver"]["rules"];
  for (const auto& rule : rules) {
    for (const char* key : {"shortDescription", "fullDescription", "help"}) {
      const auto text = rule[key]["text"].get<std::string>();
      EXPECT_TRUE(texts.insert(text).second) << text;
    }
    EXPECT_TRUE(rule["name"].get<std::string>().starts_with("GpuPerf"));
  }
  EXPECT_EQ(texts.size(), 3 * rules.size());
}

}  // namespace
}  // namespace warpmark::gate
