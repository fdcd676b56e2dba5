// The gate's use of a card, with a scripted process instead of it.

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/usage_error.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "ci/gate/timing/card_self_test.hpp"
#include "ci/gate/timing/side_plans.hpp"
#include "kernels/embedded.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

class card_path : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    std::ofstream(folder_ / "noisy");
  }
  void TearDown() override { fs::remove_all(folder_); }

  timing_terms terms() const {
    return {.program = SCRIPTED_ROUND, .cache_folder = folder_, .seed = 3};
  }

  // The program's kernels, as a tree.
  fs::path tree(const std::string& name) const {
    for (const auto& kernel : kernels::all()) {
      const fs::path path = folder_ / name / "kernels" / kernel.path;
      fs::create_directories(path.parent_path());
      std::ofstream(path) << kernel.text;
    }
    return folder_ / name;
  }

  static void edit(const fs::path& file, const std::string& from, const std::string& to) {
    std::ifstream in(file);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    text.replace(text.find(from), from.size(), to);
    std::ofstream(file) << text;
  }

  stage_outcome time(const fs::path& base, const fs::path& head, timing_terms timing_terms) {
    const selection selection{.patterns = {"copy/vectorised", "reduce/tree_sequential"},
                              .problem = {{"n", "1000,4096"}},
                              .backend = "cuda"};
    const auto tree_at = [](const fs::path& root) {
      return side_tree{.record = {.name = root.string()}, .root = fs::canonical(root)};
    };
    const side_plans plans({.base = tree_at(base), .head = tree_at(head), .selection = selection},
                           {});
    compiler::kernel_compiler compile(embedded_compiler_options(folder_));
    const gate_limits limits;
    const progress_listener heard = [this](const gate_progress& at) { heard_.push_back(at); };
    return timing_on_card(std::move(timing_terms))(
        {.compared = plans.compared(),
         .selection = selection,
         .kernels_files = {},
         .context = {settings_, compile, limits, heard},
         .patience = std::make_shared<compile_patience>(),
         .failed = failed_});
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  gate_settings settings_;
  std::set<std::string> failed_;  // Points, when they were counted.
  std::vector<gate_progress> heard_;
};

TEST_F(card_path, equal_trees_leave_the_card_alone) {
  const auto base = tree("base");
  const auto outcome = time(base, base, terms());
  EXPECT_EQ(outcome.record.left_out, "both sides have the same kernels");
  EXPECT_FALSE(fs::exists(folder_ / "log"));
}

TEST_F(card_path, a_comment_is_nothing_to_time) {
  const auto base = tree("base"), head = tree("head");
  edit(head / "kernels/reduce/tree_sequential.cuh", "// Strides", "// All strides");
  const auto outcome = time(base, head, terms());
  EXPECT_EQ(outcome.record.left_out,
            "no point's machine code or launches differ on this scripted card");
  EXPECT_TRUE(outcome.findings.empty());
  EXPECT_GT(outcome.record.card_seconds, 0);
  EXPECT_LE(outcome.record.card_seconds, outcome.record.seconds);
}

TEST_F(card_path, only_changed_points_and_controls_are_timed_and_what_is_slower_is_found) {
  const auto base = tree("base"), head = tree("head");
  edit(head / "kernels/reduce/tree_sequential.cuh", "__syncthreads();",
       "__syncthreads();\n__syncthreads();");
  std::ofstream(folder_ / "slower") << "n=4096,op=sum";
  timing_terms timing_terms = terms();
  timing_terms.rounds_file = folder_ / "rounds.jsonl";
  const auto outcome = time(base, head, timing_terms);
  ASSERT_EQ(outcome.findings.size(), 24u);  // 2 sizes; 11 or 1 configs.
  for (const auto& finding : outcome.findings) {
    const bool changed = finding.variant == "tree_sequential";
    const bool slower = finding.subject.find("n=4096,op=sum") != std::string::npos;
    EXPECT_EQ(finding.outcome, !changed ? verdict::unchanged
                               : slower ? verdict::regression
                                        : verdict::pass)
        << finding.subject << ": " << finding.reason;
    EXPECT_EQ(finding.family, changed ? "reduce" : "copy");
  }
  EXPECT_GT(outcome.record.card_seconds, 0);
  EXPECT_LE(outcome.record.card_seconds, outcome.record.seconds);
  EXPECT_EQ(outcome.findings.front().place.file, "kernels/reduce/tree_sequential.cuh");
  ASSERT_FALSE(heard_.empty());
  EXPECT_EQ(heard_.back().done, heard_.size());
  EXPECT_NE(heard_.back().doing.find("round"), std::string::npos);
  ASSERT_TRUE(outcome.controls);
  EXPECT_EQ(outcome.controls->trouble, "");
  EXPECT_TRUE(outcome.controls->planted_found);
  EXPECT_EQ(outcome.environment.at("card").at("name"), "scripted card");
  std::ifstream kept(timing_terms.rounds_file);
  const std::string first{std::istreambuf_iterator<char>(kept), {}};
  EXPECT_NE(first.find("\"schema\":\"warpmark/rounds-1\""), std::string::npos);
  EXPECT_NE(first.find("\"role\":\"positive_control\""), std::string::npos);
}

TEST_F(card_path, what_failed_when_it_was_counted_is_not_timed) {
  const auto base = tree("base"), head = tree("head");
  edit(head / "kernels/reduce/tree_sequential.cuh", "__syncthreads();",
       "__syncthreads();\n__syncthreads();");
  const std::string failed =
      "reduce/"
      "tree_sequential[type=i32,n=1000,op=sum,dist=uniform,offset=0][block=256,items=1,pdl=off]";
  const auto all = time(base, head, terms());
  failed_ = {failed};
  const auto fewer = time(base, head, terms());
  EXPECT_EQ(fewer.findings.size() + 1, all.findings.size());
  for (const auto& finding : fewer.findings) EXPECT_NE(finding.subject, failed);
}

TEST_F(card_path, a_file_of_rounds_is_never_overwritten) {
  const auto base = tree("base"), head = tree("head");
  edit(head / "kernels/reduce/tree_sequential.cuh", "__syncthreads();",
       "__syncthreads();\n__syncthreads();");
  timing_terms timing_terms = terms();
  timing_terms.rounds_file = folder_ / "rounds.jsonl";
  std::ofstream(timing_terms.rounds_file) << "mine";
  EXPECT_THROW(time(base, head, timing_terms), usage_error);
}

TEST_F(card_path, the_gate_keeps_its_guarantees_on_a_card_as_quiet_as_this_one) {
  const device_trial at(terms(),
                        {.patterns = {"reduce/tree_sequential"},
                         .problem = {{"n", "1000,4096,65536"}},
                         .config = {{"block", "64,256"}}},
                        "", 20);
  EXPECT_EQ(at.device().name, "scripted card");
  ASSERT_EQ(at.points(), 6u);
  const auto calibrated = at.calibration({0.02, 0.03}, 8);
  ASSERT_EQ(calibrated.size(), 12u);
  for (const auto& calibration : calibrated) {
    EXPECT_TRUE(calibration.found);
    EXPECT_NEAR(static_cast<double>(calibration.subject.planted_steps), 1e4 * calibration.slowdown,
                2e3 * calibration.slowdown);
  }
  const auto result = card_self_test(at, {.bias_rounds = 2, .heat_s = 0}, settings_, 5);
  ASSERT_EQ(result.rows.size(), 3u);
  for (const auto& row : result.rows) {
    EXPECT_EQ(row.calibrated, 6u);
    EXPECT_EQ(row.precise_found, 6u);
  }
  EXPECT_EQ(result.blocked.points.size(), 4u);  // Chain, read, copy, write.
}

TEST_F(card_path, equal_sides_pass_and_their_rounds_are_kept) {
  timing_terms timing_terms = terms();
  timing_terms.rounds_file = folder_ / "rounds.jsonl";
  const device_trial at(timing_terms,
                        {.patterns = {"reduce/tree_sequential"},
                         .problem = {{"n", "1000,4096,65536"}},
                         .config = {{"block", "64,256"}}},
                        "", 20);
  const auto tally = try_suites(
      [&](std::uint64_t seed) { return at.unchanged(settings_.timing, seed); }, settings_, 2, 1);
  EXPECT_EQ(tally.equal_points, 12u);
  EXPECT_EQ(tally.false_alarms, 0u);
  std::map<std::pair<int, std::string>, int> lines;  // By run and event.
  std::ifstream kept(timing_terms.rounds_file);
  for (std::string text; std::getline(kept, text);) {
    const auto line = nlohmann::json::parse(text);
    ++lines[{line.at("run"), line.at("event")}];
    if (line.at("event") == "pair") {
      EXPECT_EQ(line.at("role") == "candidate",
                line.at("key").get<std::string>().starts_with("reduce"));
    }
  }
  for (const int run : {0, 1}) {
    EXPECT_EQ((lines[{run, "rounds"}]), 1);
    EXPECT_GE((lines[{run, "pair"}]), 27 * 5 + 15 * 21) << "points and calibrators, then controls";
  }
}

TEST_F(card_path, planted_work_is_calibrated_in_kernels_that_are_executed) {
  timing_terms timing_terms = terms();
  timing_terms.program = INTERPRETED_ROUND;
  const device_trial at(timing_terms,
                        {.patterns = {"reduce/chunked", "scan/blelloch"},
                         .problem = {{"n", "1000"}},
                         .config = {{"block", "64"}}},
                        "", 3);
  // Blelloch's kernel is defined in a file that others include too. One step is 7 % there.
  for (const auto& item : at.calibration({1.0, 2.0}, 12))
    EXPECT_TRUE(item.found) << item.subject.key << " + " << item.slowdown << " "
                            << item.subject.planted_steps;
}

TEST_F(card_path, a_selection_without_a_point_is_wrong_use) {
  EXPECT_THROW(device_trial(terms(), {.patterns = {"nothing/at_all"}}, "", 20), usage_error);
}

}  // namespace
}  // namespace warpmark::gate
