#include "ci/gate/settings/acceptance.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "ci/gate/settings/accept_file.hpp"
#include "tests/refusal.hpp"

namespace warpmark::gate {
namespace {

const std::string two_acceptances = R"toml(version = 1
[[accept]]
point = "reduce/strided*"
stage = "timing"
bound = 1.10
reason = "sums are exact now"
expires = 2026-12-31

[[accept]]
point = "scan/*"
stage = "counting"
quantity = "barriers"
bound = 2
reason = "one more step"
expires = "0123abc"
)toml";

std::vector<acceptance> parse_accept(const std::string& text) {
  return parse_acceptances(text, "accept.toml");
}

gate_finding timed(double ratio) {
  return {.stage = gate_stage::timing,
          .subject = "reduce/strided[n=1][]",
          .family = "reduce",
          .variant = "strided",
          .outcome = verdict::regression,
          .reason = "Slower.",
          .changes = {},
          .place = {},
          .effect = timing_effect{.ratio = ratio}};
}

gate_finding counted(const std::vector<std::pair<std::string, double>>& ratios) {
  gate_finding result{.stage = gate_stage::counting,
                      .subject = "scan/x[n=1][]",
                      .family = "scan",
                      .variant = "x",
                      .outcome = verdict::regression,
                      .reason = "More."};
  for (const auto& [quantity, ratio] : ratios)
    result.changes.push_back({.quantity = quantity,
                              .unit = "",
                              .base = 10,
                              .head = 10 * ratio,
                              .why = "",
                              .judged = true});
  return result;
}

verdict after(const std::string& text, const gate_finding& finding) {
  std::vector<gate::gate_finding> findings = {finding};
  accept_known(parse_accept(text), findings);
  return findings[0].outcome;
}

std::string refused_accept(const std::string& from, const std::string& to) {
  std::string text = two_acceptances;
  text.replace(text.find(from), from.size(), to);
  return refusal([&] { parse_accept(text); });
}

TEST(accept_toml, is_read_whole) {
  const auto found = parse_accept(two_acceptances);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].where, "accept.toml:2: [[accept]] 1");
  EXPECT_EQ(found[0].stage, gate_stage::timing);
  EXPECT_EQ(found[0].bound, 1.1);
  EXPECT_EQ(found[0].expires, "2026-12-31");
  EXPECT_FALSE(found[0].is_commit);
  EXPECT_EQ(found[1].quantity, "barriers");
  EXPECT_TRUE(found[1].is_commit);
}

TEST(accept_toml, refusals_name_line_and_nearest_name) {
  EXPECT_TRUE(contains(refused_accept("reason = \"sums are exact now\"\n", ""),
                       "accept.toml:2: [[accept]] 1: 'reason' is missing"));
  EXPECT_TRUE(contains(refused_accept("\"sums are exact now\"", "\" \""), "reason: empty"));
  EXPECT_TRUE(contains(refused_accept("\"timing\"", "\"timming\""), "(did you mean 'timing'?)"));
  EXPECT_TRUE(contains(refused_accept("expires = 2026-12-31\n", ""), "'expires' is missing"));
  EXPECT_TRUE(contains(refused_accept("2026-12-31", "\"2026-02-30\""), "'2026-02-30': expected"));
  EXPECT_TRUE(contains(refused_accept("2026-12-31", "\"v1.0\""), "'v1.0': expected"));
  EXPECT_TRUE(contains(refused_accept("bound = 1.10", "bound = 0.9"), "at least 1"));
  EXPECT_TRUE(contains(refused_accept("bound = 1.10", "bound = nan"), "at least 1"));
  EXPECT_TRUE(contains(refused_accept("bound = 1.10\n", ""), "'bound' is missing"));
  EXPECT_TRUE(contains(refused_accept("quantity", "quantities"), "accept.toml:12: "));
  EXPECT_TRUE(contains(refused_accept("[[accept]]", "[[acept]]"), "unknown key 'acept'"));
  EXPECT_TRUE(contains(refused_accept("expires", "expire"),
                       "unknown key 'expire' (did you mean 'expires'?)"));
  EXPECT_TRUE(contains(refused_accept("version = 1", ""), "'version' is missing"));
}

TEST(acceptances, hold_up_to_their_bound) {
  EXPECT_EQ(after(two_acceptances, timed(1.09)), verdict::accepted);
  EXPECT_EQ(after(two_acceptances, timed(1.10)), verdict::accepted);
  EXPECT_EQ(after(two_acceptances, timed(1.11)), verdict::regression);
  EXPECT_EQ(after(two_acceptances, timed(std::numeric_limits<double>::quiet_NaN())),
            verdict::regression);
  std::vector<gate_finding> findings = {timed(1.05), timed(1.2)};
  accept_known(parse_accept(two_acceptances), findings);
  EXPECT_EQ(findings[0].reason, "Accepted: sums are exact now (until 2026-12-31). Slower.");
  EXPECT_TRUE(contains(findings[1].reason, "Slower. Beyond what is accepted: 1.2 times, but 1.1"));
}

TEST(acceptances, must_cover_all_that_was_judged) {
  EXPECT_EQ(after(two_acceptances, counted({{"barriers", 2}})), verdict::accepted);
  EXPECT_EQ(after(two_acceptances, counted({{"barriers", 2.1}})), verdict::regression);
  EXPECT_EQ(after(two_acceptances, counted({{"barriers", 1.5}, {"shuffles", 1.5}})),
            verdict::regression);
  auto shown = counted({{"barriers", 1.5}, {"shuffles", 1.5}});
  shown.changes[1].judged = false;
  EXPECT_EQ(after(two_acceptances, shown), verdict::accepted);
  // For a quantity that became worse by decreasing.
  EXPECT_EQ(after(two_acceptances, counted({{"barriers", 0.5}})), verdict::accepted);
  EXPECT_EQ(after(two_acceptances, counted({{"barriers", 0.4}})), verdict::regression);
}

std::string accept_entry(const std::string& point, const std::string& bound,
                         const std::string& reason, const std::string& quantity = "") {
  return "[[accept]]\npoint = \"" + point + "\"\nstage = \"counting\"\n" +
         (quantity.empty() ? "" : "quantity = \"" + quantity + "\"\n") + "bound = " + bound +
         "\nreason = \"" + reason + "\"\nexpires = 2026-12-31\n";
}

TEST(acceptances, the_widest_of_several_wins_in_any_order) {
  const std::string narrow = accept_entry("scan/x", "1.1", "narrow", "barriers");
  const std::string wide = accept_entry("scan/*", "1.5", "wide");
  for (const std::string& text : {narrow + wide, wide + narrow}) {
    std::vector<gate_finding> findings = {counted({{"barriers", 1.3}}),
                                          counted({{"barriers", 1.6}})};
    const auto warnings = accept_known(parse_accept("version = 1\n" + text), findings);
    EXPECT_EQ(findings[0].reason, "Accepted: wide (until 2026-12-31). More.");
    EXPECT_TRUE(contains(findings[1].reason, "1.6 times, but 1.5 at most")) << findings[1].reason;
    EXPECT_TRUE(warnings.empty()) << "the narrow one meets a regression, too";
  }
}

TEST(acceptances, each_quantity_has_its_own_widest) {
  const std::string text = "version = 1\n" + accept_entry("scan/*", "1.2", "any") +
                           accept_entry("scan/*", "1.5", "barriers", "barriers");
  EXPECT_EQ(after(text, counted({{"barriers", 1.4}, {"shuffles", 1.1}})), verdict::accepted);
  EXPECT_EQ(after(text, counted({{"barriers", 1.1}, {"shuffles", 1.4}})), verdict::regression);
}

TEST(acceptances, something_out_of_nothing_needs_an_infinite_bound) {
  auto spills = counted({{"barriers", 1}});
  spills.changes[0].base = 0;
  EXPECT_EQ(after(two_acceptances, spills), verdict::regression);
  std::string text = two_acceptances;
  text.replace(text.find("bound = 2"), 9, "bound = inf");
  EXPECT_EQ(after(text, spills), verdict::accepted);
}

TEST(acceptances, are_of_a_stage_and_of_regressions_alone) {
  auto other = timed(1.05);
  other.stage = gate_stage::counting;
  EXPECT_EQ(after(two_acceptances, other), verdict::regression);
  auto invalid = timed(1.05);
  invalid.outcome = verdict::invalid;
  EXPECT_EQ(after(two_acceptances, invalid), verdict::invalid);
}

TEST(acceptances, that_meet_nothing_are_warned_of) {
  std::vector<gate_finding> findings = {timed(1.5), counted({{"shuffles", 2}})};
  const auto warnings = accept_known(parse_accept(two_acceptances), findings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(contains(warnings[0], "accept.toml:9: [[accept]] 2"));
}

TEST(acceptances, end) {
  const auto never = [](const std::string&) { return false; };
  const auto always = [](const std::string& commit) { return commit == "0123abc"; };
  const auto all = parse_accept(two_acceptances);
  EXPECT_EQ(refusal([&] { refuse_expired(all, "2026-12-31", never); }), "");
  EXPECT_TRUE(contains(refusal([&] { refuse_expired(all, "2027-01-01", never); }),
                       "accept.toml:2: [[accept]] 1: the acceptance of reduce/strided* has expired "
                       "(2026-12-31)"));
  EXPECT_TRUE(contains(refusal([&] { refuse_expired(all, "2026-12-31", always); }),
                       "[[accept]] 2: the acceptance of scan/* has expired (the base has commit"));
  EXPECT_EQ(utc_date().size(), 10u);
}

}  // namespace
}  // namespace warpmark::gate
