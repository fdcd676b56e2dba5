// What each variant is stated to cost, against what the interpreter counts, at sizes that fill
// tiles and for inputs of several kinds. Other tests of variants hold the predictions of what they
// run, at every value of every axis.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/variants/interpreted.hpp"
#include "variants/registry.hpp"

namespace warpmark::tests {
namespace {

std::vector<point> points_of(const variant& variant) {
  std::vector<point> points;
  const config config = config_of(variant, {});
  const auto add = [&](settings with) {
    const point point{&variant, problem_of(variant, with), config};
    if (is_taken(point, test_limits("simt"))) points.push_back(point);
  };
  std::vector<std::string> types = {"i8", "f32", "f64"};
  if (variant.types.size() <= 4)
    for (const auto type : variant.types) types.emplace_back(name(type));
  // One tile, several full ones, several blocks of which the last is ragged, and nothing.
  const std::int64_t tile = tile_of(config);
  for (const std::int64_t n : {tile, 4 * tile, two_tiles(config), std::int64_t{0}}) {
    add({{"n", n}});
    for (const auto& type : types) add({{"n", n}, {"type", type}});
    if (variant.family == "count" || variant.family == "partition")
      for (const char* dist : {"constant", "distinct", "alternating"})
        add({{"n", n}, {"dist", dist}, {"offset", 3}});
  }
  return points;
}

// For some value of an axis, at which other tests hold it.
bool is_made(const variant& variant, const counter_prediction& prediction) {
  for (const auto& along : variant.axes)
    for (const auto& value : along.values) {
      const config config = config_of(variant, {{along.name, value}});
      const problem problem = problem_of(variant, {{"n", tile_of(config)}});
      if (is_taken({&variant, problem, config}, test_limits("simt")) &&
          prediction.value(problem, config))
        return true;
    }
  return false;
}

class predictions : public testing::TestWithParam<std::string> {};

TEST_P(predictions, are_what_the_interpreter_counts) {
  const variant& variant = *built_in_registry().find_variant(GetParam());
  if (!variant.unavailable_on("simt").empty()) GTEST_SKIP() << variant.unavailable_on("simt");
  const bool has_values =
      std::any_of(variant.predictions.begin(), variant.predictions.end(),
                  [](const auto& prediction) { return prediction.value != nullptr; });
  if (!has_values) GTEST_SKIP() << "predicts no counter";

  std::set<std::string> held;
  const auto points = points_of(variant);
  const auto results = interpret_all(points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    ASSERT_EQ(name(results[i].status), "ok") << points[i].key() << ": " << results[i].reason;
    held.merge(expect_predicted_counters(variant, results[i]));
  }
  // A prediction that is never made is none.
  for (const auto& prediction : variant.predictions)
    EXPECT_TRUE(!prediction.value || held.contains(prediction.metric) ||
                is_made(variant, prediction))
        << prediction.metric;
}

INSTANTIATE_TEST_SUITE_P(registry, predictions, testing::ValuesIn(variant_paths()), name_of_path);

// The levels whose costs the literature counts exactly: none of them may go without.
TEST(textbook_predictions, are_there_for_the_textbook_rungs) {
  const std::set<std::string> textbook = {"R7",  "R8",  "R9",  "R10", "R11", "R12", "R13",
                                          "R14", "R15", "R16", "S1",  "S2",  "S3",  "S4"};
  std::set<std::string> seen;
  for (const auto& variant : built_in_registry().variants()) {
    if (!textbook.contains(variant.catalogue_id)) continue;
    seen.insert(variant.catalogue_id);
    std::set<std::string> predicted;
    for (const auto& prediction : variant.predictions)
      if (prediction.value) predicted.insert(prediction.metric);
    EXPECT_FALSE(predicted.empty()) << variant.path() << " predicts nothing";
    for (const char* metric :
         {"shared_load_wavefronts", "shared_store_wavefronts", "block_barriers"})
      EXPECT_TRUE(predicted.contains(metric)) << variant.path() << " predicts no " << metric;
  }
  for (int level = 7; level <= 16; ++level)
    EXPECT_TRUE(seen.contains(fmt::format("R{}", level))) << "no variant is R" << level;
  for (int level = 1; level <= 4; ++level)
    EXPECT_TRUE(seen.contains(fmt::format("S{}", level))) << "no variant is S" << level;
}

// At one tile, so that a formula that always says "unknown" does not pass.
TEST(textbook_predictions, are_the_catalogues_numbers_at_256_threads) {
  const auto value = [](const std::string& path, const std::string& metric,
                        const std::vector<std::pair<std::string, parameter_value>>& with = {}) {
    const variant& variant = *built_in_registry().find_variant(path);
    for (const auto& prediction : variant.predictions)
      if (prediction.metric == metric && prediction.value)
        return prediction
            .value(problem_of(variant, {{"n", std::int64_t{256}}}), config_of(variant, with))
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
