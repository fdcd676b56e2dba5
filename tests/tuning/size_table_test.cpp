// Tables of times by size, from journals: rounds, failures, filters.

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "tests/tuning/small_tables.hpp"
#include "tuning/profile/journal_tables.hpp"

namespace warpmark::tuning {
namespace {

namespace fs = std::filesystem;
using testing::candidate_of;

class size_tables_of : public ::testing::Test {
 protected:
  size_tables_of() : folder_(fs::temp_directory_path() / "warpmark_tables_XXXXXX") {
    std::string name = folder_.string();
    folder_ = mkdtemp(name.data());
  }
  ~size_tables_of() override { fs::remove_all(folder_); }

  measured_journal journal(const std::string& lines) {
    const auto path = folder_ / "some.jsonl";
    std::ofstream(path)
        << R"({"event":"manifest","schema":"warpmark/1","started_at":"2026-01-31T00:00:00Z",)"
        << R"("tool":{"commit":"abc"}})" << '\n'
        << lines;
    return read_measured_journal(path);
  }

  std::vector<size_table> tables(const std::string& lines, const table_filter& filter = {}) {
    return size_tables({{journal(lines)}}, filter);
  }

 private:
  fs::path folder_;
};

std::string line(const std::string& variant, int n, int block, const std::string& outcome,
                 const std::string& state = "cold", const std::string& type = "i32") {
  return fmt::format(
      R"({{"event":"measurement","family":"reduce","variant":"{}","problem":{{"type":"{}","n":{},"op":"sum"}},)"
      R"("config":{{"block":{}}},"is_base":{},"state":"{}",{}}})"
      "\n",
      variant, type, n, block, block == 256, state, outcome);
}

std::string took(double ns) {
  return fmt::format(R"("status":"ok","times_ns":{{"median":{},"ci_lo":{},"ci_hi":{}}})", ns,
                     ns - 1, ns + 1);
}

TEST_F(size_tables_of, journals_have_a_table_a_type_with_sizes_in_order) {
  const auto found = tables(line("b", 64, 32, took(20)) + line("b", 16, 32, took(10)) +
                            line("b", 16, 256, took(30)) + line("a", 16, 32, took(40)) +
                            line("a", 16, 32, took(7), "cold", "f32"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].size_problem.text(), "reduce[type=f32,op=sum]");
  const auto& table = found[1];
  EXPECT_EQ(table.size_problem.type, "i32");
  EXPECT_EQ(table.sizes, (std::vector<std::uint64_t>{16, 64}));
  ASSERT_EQ(table.candidates.size(), 3U);
  EXPECT_EQ(table.candidates[0].text(), "b[block=256]") << "bases come first";
  EXPECT_EQ(table.candidates[1].text(), "a[block=32]");
  EXPECT_EQ(table.time_of(candidate_of("b", 32), 64)->median_ns, 20);
  EXPECT_FALSE(table.time_of(candidate_of("a", 32), 64));
  EXPECT_EQ(table.best_at(0), table.find(candidate_of("b", 32)));
}

TEST_F(size_tables_of, journals_sum_rounds_up_by_their_median) {
  const auto found = tables(line("a", 16, 32, took(10)) + line("a", 16, 32, took(30)) +
                            line("a", 16, 32, took(12)));
  const auto time = found.at(0).times[0][0].value();
  EXPECT_EQ(time.median_ns, 12);
  EXPECT_EQ(time.rounds, 3U);
  EXPECT_EQ(time.ci_lo_ns, 9) << "too few rounds for an interval of their own: the hull";
  EXPECT_EQ(time.ci_hi_ns, 31);
}

TEST(timings, of_many_rounds_have_the_interval_of_rounds) {
  std::vector<timing> rounds;
  for (int round = 1; round <= 9; ++round)
    rounds.push_back({.median_ns = 100.0 + round, .ci_lo_ns = 1, .ci_hi_ns = 1000});
  const auto summed = over_rounds(rounds);
  EXPECT_EQ(summed.median_ns, 105);
  EXPECT_EQ(summed.ci_lo_ns, 102);  // ranks 2 and 8 of 9: 96.1 %
  EXPECT_EQ(summed.ci_hi_ns, 108);
  EXPECT_THROW(over_rounds({}), std::invalid_argument);
}

TEST(timings, give_gains_that_are_no_surer_than_they_are) {
  const auto found = gain_over({.median_ns = 200, .ci_lo_ns = 190, .ci_hi_ns = 220},
                               {.median_ns = 100, .ci_lo_ns = 80, .ci_hi_ns = 125});
  EXPECT_DOUBLE_EQ(found.value, 2);
  EXPECT_DOUBLE_EQ(found.lo, 190.0 / 125);
  EXPECT_DOUBLE_EQ(found.hi, 220.0 / 80);
}

TEST_F(size_tables_of, journals_leave_out_what_failed_once_and_what_was_hot) {
  const std::string wrong = R"("status":"wrong","reason":"index 3")";
  const auto found =
      tables(line("a", 16, 32, took(10)) + line("a", 16, 64, took(9)) + line("a", 16, 64, wrong) +
             line("a", 16, 128, took(8), "hot") + line("a", 64, 64, wrong));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].sizes, (std::vector<std::uint64_t>{16})) << "nothing was timed at 64";
  ASSERT_EQ(found[0].candidates.size(), 1U);
  EXPECT_EQ(found[0].candidates[0].text(), "a[block=32]");
  EXPECT_EQ(tables(line("a", 16, 128, took(8), "hot"), {.state = "hot"}).size(), 1U);
}

TEST_F(size_tables_of, journals_take_what_globs_say) {
  const auto lines = line("a", 16, 32, took(10)) + line("b", 16, 32, took(9)) +
                     line("vendor_cub", 16, 32, took(5));
  EXPECT_EQ(tables(lines)[0].candidates.size(), 2U);
  EXPECT_EQ(tables(lines, {.select = {"reduce/b"}})[0].candidates.size(), 1U);
  EXPECT_EQ(tables(lines, {.leave_out = {}})[0].candidates.size(), 3U);
}

TEST_F(size_tables_of, journals_with_senseless_times_are_refused) {
  try {
    journal(line("a", 16, 32, R"("status":"ok","times_ns":{"median":0})"));
    FAIL();
  } catch (const usage_error& error) {
    EXPECT_NE(
        std::string(error.what()).find("some.jsonl:2: times_ns.median is 0; expected a number"),
        std::string::npos)
        << error.what();
  }
}

TEST_F(size_tables_of, journals_know_their_source) {
  const auto read = journal(line("a", 16, 32, took(10)));
  EXPECT_EQ(read.source.file, "some.jsonl");
  EXPECT_EQ(read.source.commit, "abc");
  EXPECT_EQ(read.source.sha256.size(), 64U);
  EXPECT_FALSE(read.source.complete);
}

TEST(size_tables, take_newer_times_for_what_they_hold) {
  const auto table = testing::table_of({16, 64}, {{"a", 32, {100, 100}}, {"b", 32, {90, 90}}});
  const auto newer = testing::table_of({64}, {{"b", 32, {120}}, {"c", 1, {1}}});
  const auto both = updated(table, newer);
  EXPECT_EQ(both.candidates.size(), 2U);
  EXPECT_EQ(both.best_at(0), 1U);
  EXPECT_EQ(both.best_at(1), 0U);
  EXPECT_EQ(at_sizes(table, std::vector<std::uint64_t>{64}, false).sizes,
            (std::vector<std::uint64_t>{16}));
}

}  // namespace
}  // namespace warpmark::tuning
