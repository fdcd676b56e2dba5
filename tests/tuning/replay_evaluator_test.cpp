// A journal instead of a machine: the selected measurement of a point, and a full race.

#include "tuning/replay/replay_evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "tuning/live/finals.hpp"
#include "tuning/live/race.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;

std::vector<config_choice> choices_of(const std::string& pattern) {
  std::map<std::string, std::size_t> pruned;
  return make_choices(built_in_registry(),
                      {.patterns = {pattern}, .problem = {{"n", "65536"}}, .config = {}}, pruned);
}

std::vector<point> points_of(const std::string& pattern) {
  std::vector<point> points;
  for (const auto& choice : choices_of(pattern)) {
    const auto over = space_of(*choice.variant, choice.problem, {}, choice.values);
    for (config_index index = 0; index < over.count(); ++index)
      points.push_back({choice.variant, choice.problem, config_at(*choice.variant, over, index)});
  }
  return points;
}

json timed_line(const point& point, double ns) {
  measurement came{.point = point, .backend = "cuda", .status = point_status::ok};
  came.times_ns = statistics::sample_summary{9, ns, 0.99 * ns, 1.01 * ns, ns, ns, ns, ns};
  return journal::measurement_line(came);
}

json labelled(json line, const char* phase, int round = 0) {
  line["tuning"] = {{"phase", phase}};
  if (round > 0) line["tuning"]["round"] = round;
  return line;
}

class replays : public ::testing::Test {
 protected:
  replays() {
    std::string name = (std::filesystem::temp_directory_path() / "warpmark_replay_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~replays() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file(const std::string& text) const {
    std::ofstream(folder_ / "record.jsonl", std::ios::binary) << text;
    return folder_ / "record.jsonl";
  }

  recorded_points record(const std::vector<json>& lines) const {
    card card;
    card.name = "a card";
    card.limits.multiprocessors = 78;
    card.limits.architecture = "sm_86";
    std::string text =
        journal::manifest_line({.backend = "cuda", .devices = {card}, .ceilings = {{}}}).dump() +
        "\n";
    for (const json& line : lines) text += line.dump() + "\n";
    return recorded_points::of_journal(built_in_registry(), file(text));
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(replays, serve_the_measurement_of_a_point_with_its_origin) {
  const auto points = points_of("reduce/tree_sequential");
  json line = timed_line(points[0], 1000);
  line["at_s"] = 7.5;
  const auto recorded_points = record({line});
  EXPECT_EQ(recorded_points.size(), 1u);
  EXPECT_EQ(recorded_points.origin(), "cuda");
  EXPECT_EQ(recorded_points.limits().multiprocessors, 78);
  EXPECT_EQ(recorded_points.limits().architecture, "sm_86");
  EXPECT_EQ(recorded_points.manifest().at("recorded").at("backend"), "cuda");
  EXPECT_EQ(recorded_points.manifest().at("recorded").at("file"), "record.jsonl");
  EXPECT_EQ(recorded_points.manifest().at("recorded").at("sha256").get<std::string>().size(), 64u);
  const auto served = recorded_points.measurement(points[0]);
  ASSERT_TRUE(served);
  EXPECT_EQ(served->at("backend"), "replay");
  EXPECT_EQ(served->at("recorded").at("backend"), "cuda");
  EXPECT_EQ(served->at("recorded").at("at_s"), 7.5);
  EXPECT_FALSE(served->contains("at_s"));
  EXPECT_EQ(served->at("times_ns"), line.at("times_ns"));
  EXPECT_FALSE(recorded_points.measurement(points[1]));
  EXPECT_TRUE(recorded_points.has(*points[0].variant, points[0].problem));
}

TEST_F(replays, axes_that_came_later_stand_at_their_base) {
  const auto points = points_of("reduce/tree_sequential");
  const auto base = std::find_if(points.begin(), points.end(),
                                 [](const point& point) { return point.is_base(); });
  ASSERT_NE(base, points.end());
  json line = timed_line(*base, 1000);
  line["key"] = "as it was";
  line["problem"].erase("offset");
  line["config"].erase("items");
  const auto recorded_points = record({line});
  const auto served = recorded_points.measurement(*base);
  ASSERT_TRUE(served);
  EXPECT_EQ(served->at("key"), base->key());
  EXPECT_EQ(served->at("recorded").at("key"), "as it was");
  EXPECT_TRUE(served->at("config").contains("items"));
  line["config"]["colour"] = 1;
  EXPECT_THROW(record({line}), usage_error);  // An unknown variant.
}

TEST_F(replays, serve_recorded_rounds_one_after_another) {
  const auto points = points_of("reduce/tree_sequential");
  const auto recorded_points = record(
      {labelled(timed_line(points[0], 1), "search"), labelled(timed_line(points[0], 2), "final", 1),
       labelled(timed_line(points[0], 3), "final", 2), timed_line(points[1], 4)});
  const auto median = [&](const point& at, const trial_label& label) {
    return recorded_points.measurement(at, label)->at("times_ns").at("median").get<double>();
  };
  EXPECT_EQ(median(points[0], {.phase = "search"}), 1);
  EXPECT_EQ(median(points[0], {.phase = "final", .round = 1}), 2);
  EXPECT_EQ(median(points[0], {.phase = "final", .round = 2}), 3);
  EXPECT_EQ(median(points[0], {.phase = "final", .round = 3}), 2);
  EXPECT_EQ(median(points[0], {}), 3);  // Not that of the search, which may have stopped it early.
  EXPECT_EQ(median(points[1], {.phase = "final", .round = 5}), 4);
}

TEST_F(replays, a_race_over_a_sweep_finds_its_best) {
  std::vector<json> lines;
  double best = 1e9;
  std::string best_key;
  const auto points = points_of("reduce/tree_s*");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double distance = std::log2(static_cast<double>(points[i].config.integer("block")) / 256);
    const double ns = 1000 + 200 * distance * distance + 7 * static_cast<double>(i % 50);
    lines.push_back(timed_line(points[i], ns));
    if (ns < best) best_key = points[i].key();
    best = std::min(best, ns);
  }
  const auto recorded_points = record(lines);
  std::vector<std::string> phases;
  replay_evaluator at(recorded_points, [&](const json& line) {
    phases.push_back(line.at("tuning").at("phase").get<std::string>());
  });
  const auto found = race(choices_of("reduce/tree_s*"), {}, recorded_points.limits(), at,
                          {.evaluations = points.size()});
  const auto results = finals(
      {{.finalists = found.finalists, .bases = found.bases, .library = found.library}}, at, {});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(at.missing(), 0u);
  EXPECT_EQ(phases.front(), "search");
  EXPECT_EQ(phases.back(), "final");
  if (!results.front().base_kept) {
    EXPECT_EQ(results.front().winner.key(), best_key);
  }
  EXPECT_LE(results.front().time_ns, 1.01 * best);
}

TEST_F(replays, what_is_not_recorded_is_skipped_with_that_reason) {
  const auto points = points_of("reduce/tree_sequential");
  const auto recorded_points = record({timed_line(points[0], 1000)});
  replay_evaluator at(recorded_points);
  const auto trials = at.measure({points[0], points[1]}, {}, {.phase = "search"});
  ASSERT_EQ(trials.size(), 2u);
  EXPECT_EQ(trials[0].time_ns, 1000);
  EXPECT_EQ(trials[1].status, "skipped");
  EXPECT_EQ(trials[1].reason, "record.jsonl has no measurement of this point");
  EXPECT_EQ(at.missing(), 1u);
}

TEST_F(replays, a_cache_is_of_the_points_whose_axes_it_has) {
  const auto points = points_of("reduce/tree_sequential");
  json cache = {{"device_name", "a card"},
                {"kernel_name", "tree_sequential"},
                {"tune_params_keys", json::array()},
                {"tune_params", json::object()},
                {"cache", json::object()}};
  for (const auto& along : points[0].variant->axes) cache["tune_params_keys"].push_back(along.name);
  for (std::size_t i = 0; i < 3; ++i) {
    json entry = {{"time", 0.5 + static_cast<double>(i)}};
    for (const auto& [axis, value] : points[i].config)
      std::visit([&, &name = axis](const auto& held) { entry[name] = held; }, value);
    cache["cache"][std::to_string(i)] = entry;
  }
  const auto recorded_points =
      tuning::recorded_points::of_cache(file(cache.dump()), listed_points(points));
  EXPECT_EQ(recorded_points.size(), 3u);
  EXPECT_EQ(recorded_points.measurement(points[1])->at("times_ns").at("median"), 1.5e6);
  EXPECT_EQ(recorded_points.measurement(points[1])->at("bytes").get<std::size_t>(), 65536u * 4 + 4);
  EXPECT_FALSE(recorded_points.measurement(points[3]));
  EXPECT_EQ(recorded_points.origin(), "cuda");
  const auto several = points_of("reduce/tree_*");
  EXPECT_THROW(tuning::recorded_points::of_cache(file(cache.dump()), listed_points(several)),
               usage_error);
  cache["tune_params_keys"].push_back("colour");
  for (auto& entry : cache["cache"]) entry["colour"] = 1;
  EXPECT_THROW(tuning::recorded_points::of_cache(file(cache.dump()), listed_points(points)),
               usage_error);
}

}  // namespace
}  // namespace warpmark::tuning
