// What each variant is stated to cost, against what the interpreter counts. Every prediction of
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

const axis* find_axis(const variant& variant, const std::string& name) {
  for (const auto& along : variant.axes)
    if (along.name == name) return &along;
  return nullptr;
}

// Configs at every block size, with one other axis at a time off its base; `items` at one block
// size.
std::vector<config> configs_of(const variant& variant) {
  const axis* block = find_axis(variant, "block");
  std::vector<config> configs;
  const auto add = [&](std::vector<std::pair<std::string, parameter_value>> with) {
    const config config = config_of(variant, with);
    if (std::find(configs.begin(), configs.end(), config) == configs.end())
      configs.push_back(config);
  };
  if (block == nullptr) add({});
  for (const auto& threads : block == nullptr ? std::vector<parameter_value>{} : block->values)
    for (const auto& along : variant.axes)
      for (const auto& value : along.values)
        if (along.values.size() <= 3 || threads == block->base) {
          add({{"block", threads}, {along.name, value}});
        } else {
          add({{"block", threads}});
        }
  return configs;
}

// One tile, several full ones, several blocks of which the last is ragged, and nothing.
std::vector<std::int64_t> sizes_for(const config& config) {
  std::int64_t tile = config.find("block") == nullptr ? 256 : config.integer("block");
  for (const char* name : {"items", "chunk"})
    if (config.find(name) != nullptr) tile *= config.integer(name);
  if (config.find("rows") != nullptr)
    tile *= 4 * config.integer("rows");  // of four elements of 32 bits
  return {tile, 4 * tile, 5003, 0};
}

std::vector<point> points_of(const variant& variant) {
  std::vector<point> points;
  const auto add = [&](const config& config,
                       std::vector<std::pair<std::string, parameter_value>> with) {
    const point point{&variant, problem_of(variant, with), config};
    if (is_taken(point, test_limits("simt"))) points.push_back(point);
  };
  for (const auto& config : configs_of(variant))
    for (const std::int64_t n : sizes_for(config)) add(config, {{"n", n}});
  const warpmark::config base = config_of(variant, {});
  for (const char* type : {"u8", "f32", "f64"})
    for (const std::int64_t n : sizes_for(base)) add(base, {{"n", n}, {"type", type}});
  for (const auto n : sizes_for(base)) add(base, {{"n", n}, {"op", "max"}});
  if (variant.family == "count" || variant.family == "partition")
    for (const char* dist : {"constant", "distinct", "alternating"})
      for (const auto n : sizes_for(base)) add(base, {{"n", n}, {"dist", dist}, {"offset", 3}});
  return points;
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
    for (const auto& prediction : variant.predictions) {
      if (!prediction.value) continue;
      const auto expected = prediction.value(points[i].problem, points[i].config);
      if (!expected) continue;
      const auto& counters = results[i].seen.counters;
      ASSERT_TRUE(counters.contains(prediction.metric)) << prediction.metric << " names no counter";
      EXPECT_EQ(counters.at(prediction.metric), *expected)
          << points[i].key() << ": " << prediction.metric << " = " << prediction.prediction;
      held.insert(prediction.metric);
    }
  }
  // A prediction that is never made is none.
  for (const auto& prediction : variant.predictions)
    EXPECT_TRUE(!prediction.value || held.contains(prediction.metric)) << prediction.metric;
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
