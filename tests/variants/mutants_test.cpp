// Published faults: every mutant is caught, at the point where its fault shows, by
// what it names and by nothing else, and the variant that it was made of is right there.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

class every_mutant : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (test_backend_of(of()).empty()) GTEST_SKIP() << of().unavailable_on("simt");
  }

  const variant& of() const { return *built_in_registry().find_variant(GetParam()); }

  measurement measure(const variant& variant) const {
    const point point{&variant, problem_of(of(), {}), config_of(of(), {})};
    const std::string backend = test_backend_of(of());
    EXPECT_TRUE(&variant != &of() || is_taken(point, test_limits(backend))) << point.key();
    return measure_on(backend, point);
  }

  // The prediction that the mutant breaks, if it is one that gives the right result.
  const counter_prediction* broken_prediction() const {
    return of().predictions.empty() ? nullptr : &of().predictions.front();
  }
};

std::set<std::string> kinds_of(const std::vector<finding>& findings) {
  std::set<std::string> kinds;
  for (const auto& finding : findings) kinds.insert(finding.kind);
  return kinds;
}

void expect_a_wrong_result(const measurement& result) {
  EXPECT_EQ(name(result.status), "wrong");
  EXPECT_TRUE(result.seen.findings.empty()) << result.reason;
  EXPECT_TRUE(result.checked && !result.checked->ok) << result.reason << result.log;
}

void expect_another_count(const measurement& result, const counter_prediction& prediction) {
  EXPECT_EQ(name(result.status), "ok") << result.reason << result.log;
  const auto predicted = prediction.value(result.point.problem, result.point.config);
  ASSERT_TRUE(predicted);
  EXPECT_NE(result.seen.counters.at(prediction.metric), *predicted);
}

TEST_P(every_mutant, is_caught_by_what_it_names_alone) {
  const measurement result = measure(of());
  const auto& by = of().mutant->caught_by;
  if (by == std::vector<std::string>{"wrong"}) return expect_a_wrong_result(result);
  if (broken_prediction() != nullptr) return expect_another_count(result, *broken_prediction());
  EXPECT_EQ(name(result.status), "wrong") << result.reason << result.log;
  EXPECT_EQ(kinds_of(result.seen.findings), std::set<std::string>(by.begin(), by.end()))
      << result.reason;
}

TEST_P(every_mutant, is_made_of_a_variant_that_is_right_there) {
  const variant* sound = built_in_registry().find_variant(of().mutant->sound);
  ASSERT_TRUE(sound != nullptr && !sound->mutant);
  const measurement result = measure(*sound);
  EXPECT_EQ(name(result.status), "ok") << result.reason << result.log;
  EXPECT_TRUE(result.seen.findings.empty()) << result.reason;
  if (const auto* prediction = broken_prediction()) {
    EXPECT_EQ(result.seen.counters.at(prediction->metric),
              prediction->value(result.point.problem, result.point.config));
  }
}

std::vector<std::string> mutant_paths() {
  std::vector<std::string> result;
  for (const auto& mutant : built_in_registry().mutants()) result.push_back(mutant.path());
  return result;
}

INSTANTIATE_TEST_SUITE_P(registry, every_mutant, testing::ValuesIn(mutant_paths()), name_of_path);

// docs/museum.md has a line for each, in this form and order.
std::string table_of_mutant_cases() {
  std::string lines;
  for (const auto& mutant : built_in_registry().mutants())
    lines += fmt::format("| `{}` | {} | {} | {} |\n", mutant.path(), mutant.source,
                         mutant.mutant->sentence, mutant.mutant->catchers());
  return lines;
}

TEST(the_mutants, is_shown_in_its_document) {
  std::ifstream file(WARPMARK_SOURCE_DIR "/docs/museum.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find(table_of_mutant_cases()), std::string::npos)
      << "docs/museum.md should have these lines:\n"
      << table_of_mutant_cases();
}

TEST(the_mutants, has_every_file_of_its_folders_once) {
  std::size_t files = 0;
  for (const auto& family : built_in_registry().families()) {
    const std::filesystem::path folder =
        WARPMARK_SOURCE_DIR "/variants/" + family.name + "/mutants";
    if (!std::filesystem::exists(folder)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      files += entry.path().extension() == ".cpp" ? 1 : 0;
  }
  std::set<std::string> names;
  for (const auto& mutant : built_in_registry().mutants())
    EXPECT_TRUE(names.insert(mutant.path()).second);
  EXPECT_EQ(names.size(), files);
  EXPECT_GE(files, 20u);
}

TEST(the_mutants, says_of_every_mutant_what_it_is) {
  for (const auto& mutant : built_in_registry().mutants()) {
    EXPECT_EQ(mutant.name.rfind("mutants/", 0), 0u) << mutant.path();
    ASSERT_TRUE(mutant.mutant) << mutant.path();
    EXPECT_GT(mutant.mutant->sentence.size(), 40u) << mutant.path();
    EXPECT_FALSE(mutant.mutant->caught_by.empty()) << mutant.path();
    EXPECT_FALSE(mutant.source.empty()) << mutant.path();
  }
  for (const auto& variant : built_in_registry().variants())
    EXPECT_FALSE(variant.mutant) << variant.path();
}

}  // namespace
}  // namespace warpmark::tests
