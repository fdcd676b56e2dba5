// What each variant is registered to cost, against what the interpreter counts. Every prediction of
// every variant is held, at every block size and along every other axis.

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

const axis* find_axis(const variant& of, const std::string& name) {
  for (const auto& along : of.axes)
    if (along.name == name) return &along;
  return nullptr;
}

// Configs at every block size, with one other axis at a time off its base; `items` at one block
// size.
std::vector<config> configs_of(const variant& of) {
  const axis* block = find_axis(of, "block");
  std::vector<config> configs;
  const auto add = [&](std::vector<std::pair<std::string, parameter_value>> with) {
    const config how = config_of(of, with);
    if (std::find(configs.begin(), configs.end(), how) == configs.end()) configs.push_back(how);
  };
  if (block == nullptr) add({});
  for (const auto& threads : block == nullptr ? std::vector<parameter_value>{} : block->values)
    for (const auto& along : of.axes)
      for (const auto& value : along.values)
        if (along.values.size() <= 3 || threads == block->base) {
          add({{"block", threads}, {along.name, value}});
        } else {
          add({{"block", threads}});
        }
  return configs;
}

// One tile, several whole ones, several blocks of which the last is ragged, and nothing.
std::vector<std::int64_t> sizes_for(const config& how) {
  std::int64_t tile = how.find("block") == nullptr ? 256 : how.integer("block");
  for (const char* name : {"items", "chunk"})
    if (how.find(name) != nullptr) tile *= how.integer(name);
  if (how.find("rows") != nullptr) tile *= 4 * how.integer("rows");  // of four elements of 32 bits
  return {tile, 4 * tile, 5003, 0};
}

std::vector<point> points_of(const variant& of) {
  std::vector<point> points;
  const auto add = [&](const config& how,
                       std::vector<std::pair<std::string, parameter_value>> with) {
    const point wanted{&of, problem_of(of, with), how};
    if (is_taken(wanted, test_limits("simt"))) points.push_back(wanted);
  };
  for (const auto& how : configs_of(of))
    for (const std::int64_t n : sizes_for(how)) add(how, {{"n", n}});
  const config base = config_of(of, {});
  for (const char* type : {"u8", "f32", "f64"})
    for (const std::int64_t n : sizes_for(base)) add(base, {{"n", n}, {"type", type}});
  for (const auto n : sizes_for(base)) add(base, {{"n", n}, {"op", "max"}});
  if (of.family == "count" || of.family == "partition")
    for (const char* dist : {"constant", "distinct", "alternating"})
      for (const auto n : sizes_for(base)) add(base, {{"n", n}, {"dist", dist}, {"offset", 3}});
  return points;
}

class predictions : public testing::TestWithParam<std::string> {};

TEST_P(predictions, are_what_the_interpreter_counts) {
  const variant& of = *find_variant(GetParam());
  if (!of.unavailable_on("simt").empty()) GTEST_SKIP() << of.unavailable_on("simt");
  const bool has_values = std::any_of(of.defects.begin(), of.defects.end(),
                                      [](const auto& defect) { return defect.value != nullptr; });
  if (!has_values) GTEST_SKIP() << "predicts no counter";

  std::set<std::string> held;
  const auto points = points_of(of);
  const auto results = interpret_all(points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    ASSERT_EQ(name(results[i].status), "ok") << points[i].key() << ": " << results[i].reason;
    for (const auto& defect : of.defects) {
      if (!defect.value) continue;
      const auto expected = defect.value(points[i].asked, points[i].how);
      if (!expected) continue;
      const auto& counters = results[i].seen.counters;
      ASSERT_TRUE(counters.contains(defect.metric)) << defect.metric << " names no counter";
      EXPECT_EQ(counters.at(defect.metric), *expected)
          << points[i].key() << ": " << defect.metric << " = " << defect.prediction;
      held.insert(defect.metric);
    }
  }
  // A prediction that is never made is none.
  for (const auto& defect : of.defects)
    EXPECT_TRUE(!defect.value || held.contains(defect.metric)) << defect.metric;
}

std::vector<std::string> paths() {
  std::vector<std::string> result;
  for (const auto& each : all_variants()) result.push_back(each.path());
  return result;
}

INSTANTIATE_TEST_SUITE_P(registry, predictions, testing::ValuesIn(paths()), [](const auto& tested) {
  std::string name = tested.param;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
});

// The rungs whose costs the literature counts exactly: none of them may go without.
TEST(textbook_predictions, are_there_for_the_textbook_rungs) {
  const std::set<std::string> textbook = {"R7",  "R8",  "R9",  "R10", "R11", "R12", "R13",
                                          "R14", "R15", "R16", "S1",  "S2",  "S3",  "S4"};
  std::set<std::string> seen;
  for (const auto& each : all_variants()) {
    if (!textbook.contains(each.catalogue_id)) continue;
    seen.insert(each.catalogue_id);
    std::set<std::string> predicted;
    for (const auto& defect : each.defects)
      if (defect.value) predicted.insert(defect.metric);
    EXPECT_FALSE(predicted.empty()) << each.path() << " predicts nothing";
    for (const char* metric :
         {"shared_load_wavefronts", "shared_store_wavefronts", "block_barriers"})
      EXPECT_TRUE(predicted.contains(metric)) << each.path() << " predicts no " << metric;
  }
  for (int rung = 7; rung <= 16; ++rung)
    EXPECT_TRUE(seen.contains(fmt::format("R{}", rung))) << "no variant is R" << rung;
  for (int rung = 1; rung <= 4; ++rung)
    EXPECT_TRUE(seen.contains(fmt::format("S{}", rung))) << "no variant is S" << rung;
}

// At one tile, so that a formula that always says "unknown" does not pass.
TEST(textbook_predictions, are_the_catalogues_numbers_at_256_threads) {
  const auto value = [](const std::string& path, const std::string& metric,
                        const std::vector<std::pair<std::string, parameter_value>>& with = {}) {
    const variant& of = *find_variant(path);
    for (const auto& defect : of.defects)
      if (defect.metric == metric && defect.value)
        return defect.value(problem_of(of, {{"n", std::int64_t{256}}}), config_of(of, with))
            .value_or(0);
    return std::uint64_t{0};
  };
  EXPECT_EQ(value("reduce/tree_interleaved_divergent", "shared_load_wavefronts"), 2 * 47u + 1);
  EXPECT_EQ(value("reduce/tree_interleaved_divergent", "shared_store_wavefronts"), 8 + 47u);
  EXPECT_EQ(value("reduce/tree_interleaved_compact", "shared_load_wavefronts"), 87u);
  EXPECT_EQ(value("reduce/tree_interleaved_compact", "shared_store_wavefronts"), 8 + 47u);
  EXPECT_EQ(value("reduce/tree_interleaved_compact", "shared_store_requests"), 8 + 12u);
  EXPECT_EQ(value("reduce/tree_interleaved_compact", "shared_store_wavefronts",
                  {{"pad", std::int64_t{1}}}),
            8 + 12u);
  EXPECT_EQ(value("reduce/tree_sequential", "shared_store_wavefronts"), 8 + 12u);
  EXPECT_EQ(value("reduce/tree_sequential", "block_barriers"), 9u);
  EXPECT_EQ(value("reduce/shuffle_two_level", "shuffles"), 5 * 8 + 5u);
}

}  // namespace
}  // namespace warpmark::tests
