// Thousands of findings: outputs stay within their limits and state what is hidden.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "ci/gate/formats/json_file.hpp"
#include "ci/gate/formats/writers.hpp"
#include "tests/gate/formats/sample_result.hpp"

namespace warpmark::gate {
namespace {

TEST(caps, a_comment_is_of_limited_length_and_says_what_is_hidden) {
  constexpr std::size_t count = 3000;
  const auto text = output_of("--markdown", large_result(count));
  EXPECT_LE(text.size(), max_comment_bytes);
  EXPECT_GT(text.size(), max_comment_bytes * 9 / 10);
  const auto shown = occurrences(text, "\n| REGRESSION |");
  EXPECT_GT(shown, 50u);
  EXPECT_EQ(occurrences(text, "\n| INCONCLUSIVE |"), 0u);  // The worst are shown.
  const auto hidden =
      fmt::format("Hidden to stay within the size limit: {} REGRESSION, 1 MISSING, {} INCONCLUSIVE",
                  count + 3 - shown, count + 1);
  EXPECT_NE(text.find(hidden), text.npos) << hidden;
  const auto details = occurrences(text, "<details>");
  EXPECT_GT(details, 10u);
  EXPECT_EQ(occurrences(text, "</details>"), details);
  // SUSPECT, INVALID, IMPROVEMENT and ACCEPTED have details too; MISSING and NEW have none.
  EXPECT_NE(text.find(fmt::format("Details of {} more are hidden.", 2 * count + 8 - details)),
            text.npos);
  EXPECT_TRUE(text.ends_with("2026-11-22T11:30:00Z\n"));
}

TEST(caps, a_summary_shows_more_of_them) {
  const auto text = markdown_within(as_read_back(large_result(3000)), max_summary_bytes);
  EXPECT_LE(text.size(), max_summary_bytes);
  EXPECT_EQ(occurrences(text, "\n| REGRESSION |"), 3003u);
}

TEST(caps, long_texts_leave_room) {
  const auto text = output_of("--markdown", result_saying(std::string(100'000, '<')));
  EXPECT_LE(text.size(), max_comment_bytes);
  EXPECT_LE(markdown_within(as_read_back(result_saying(std::string(100'000, '<'))), 40'000).size(),
            40'000u);
}

TEST(caps, sarif_keeps_the_worst) {
  const auto run = nlohmann::json::parse(output_of("--sarif", large_result(3000)))["runs"][0];
  ASSERT_EQ(run["results"].size(), 5000u);
  EXPECT_EQ(run["properties"]["resultsLeftOut"], 1008);
  const std::string notice =
      run["invocations"][0]["toolExecutionNotifications"].back()["message"]["text"];
  EXPECT_EQ(notice, "1008 results are left out: the worst 5000 are here");
  std::size_t regressions = 0;
  for (const auto& result : run["results"])
    regressions += result["ruleId"].get<std::string>().starts_with("GPU-PERF-REGRESSION");
  EXPECT_EQ(regressions, 3003u);
}

}  // namespace
}  // namespace warpmark::gate
