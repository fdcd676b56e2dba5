// Merged journals: the same whatever the order, with every point and nothing else.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/whole_file.hpp"
#include "bench/journal/reader.hpp"
#include "bench/merge/compatible.hpp"
#include "bench/merge/journal_merge.hpp"
#include "bench/merge/merged_manifest.hpp"
#include "bench/merge/names.hpp"
#include "tests/refusal.hpp"

namespace warpmark::journal {
namespace {

json manifest_of(int shard, int count) {
  return {{"event", "manifest"},
          {"schema", schema_name},
          {"tool", {{"version", "1.2.3"}, {"commit", "abc"}, {"dirty", false}}},
          {"argv",
           {"warpmark", "run", "reduce", "--shard", fmt::format("{}/{}", shard, count), "-o",
            fmt::format("s{}.jsonl", shard)}},
          {"started_at", "2026-01-01T00:00:00Z"},
          {"host", {{"name", fmt::format("node{}", shard)}, {"cores", 8}}},
          {"backend", "cuda"},
          {"card",
           {{"name", "A card"},
            {"uuid", fmt::format("GPU-{}", shard)},
            {"compute_capability", "9.0"},
            {"multiprocessors", 132},
            {"driver_version", "580.1"}}},
          {"seed", 1},
          {"contract", {{"state", "cold"}}},
          {"ceilings", {{"launch_floor_ns", 1000.0 + shard}}},
          {"planned_points", 4},
          {"shard", {{"index", shard}, {"count", count}}}};
}

json point_line(const std::string& key, const std::string& card, double at_s,
                const std::string& status = "ok") {
  return {{"event", "measurement"}, {"key", key},   {"card_uuid", card}, {"status", status},
          {"state", "cold"},        {"bytes", 64},  {"ops", 16},         {"launches", 1},
          {"at_s", at_s},           {"wall_s", 0.5}};
}

json ending(bool complete = true) {
  return {{"event", "end"},       {"ended_at", "2026-01-01T00:01:00Z"},
          {"complete", complete}, {"counts", {{"ok", 1}}},
          {"wall_s", 2.0},        {"kernels_compiled", 3}};
}

class merged_journals : public testing::Test {
 protected:
  merged_journals() {
    std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    std::replace(name.begin(), name.end(), '/', '-');  // Of a test with a parameter.
    folder_ = std::filesystem::temp_directory_path() /
              fmt::format("warpmark-merge-{}-{}", getpid(), name);
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
  ~merged_journals() override { std::filesystem::remove_all(folder_); }

  std::string put(const std::string& name, const std::vector<json>& lines,
                  const std::string& torn = "") {
    const auto path = (folder_ / name).string();
    std::ofstream file(path, std::ios::binary);
    for (const auto& line : lines) file << line.dump() << '\n';
    file << torn;
    return path;
  }

  static std::string text_of(const std::vector<std::string>& paths, bool mixed = false) {
    journal_merge merged({.mixed = mixed, .spill_folder = {}});
    for (const auto& path : paths) merged.add(path);
    merged.settle();
    std::string text;
    merged.write(7, true, [&](const std::string& line) { text += line; });
    return text;
  }

  static std::vector<json> lines_of(const std::string& text) {
    std::vector<json> lines;
    for (std::size_t begin = 0; begin < text.size();) {
      const auto end = text.find('\n', begin);
      lines.push_back(json::parse(text.substr(begin, end - begin)));
      begin = end + 1;
    }
    return lines;
  }

  // Of the measurements, in order.
  static std::vector<std::string> keys_of(const std::string& text) {
    std::vector<std::string> keys;
    for (const auto& line : lines_of(text))
      if (line.at("event") == "measurement") keys.push_back(line.at("key"));
    return keys;
  }

  std::filesystem::path folder_;
};

TEST_F(merged_journals, are_in_order_of_problems_with_numbers_by_value) {
  const auto a = put("a", {manifest_of(1, 2), point_line("scan/b[n=1024][block=64]", "GPU-1", 1),
                           point_line("reduce/b[n=16][block=128]", "GPU-1", 2),
                           point_line("reduce/b[n=16][block=64]", "GPU-1", 3), ending()});
  const auto b = put("b", {manifest_of(2, 2), point_line("scan/a[n=512][block=64]", "GPU-2", 1),
                           point_line("reduce/a[n=16][block=64]", "GPU-2", 2), ending()});
  EXPECT_EQ(keys_of(text_of({a, b})),
            (std::vector<std::string>{"reduce/a[n=16][block=64]", "reduce/b[n=16][block=64]",
                                      "reduce/b[n=16][block=128]", "scan/a[n=512][block=64]",
                                      "scan/b[n=1024][block=64]"}));
}

TEST_F(merged_journals, say_whose_each_line_is) {
  const auto a = put("a", {manifest_of(1, 2), point_line("r/a[n=1][b=1]", "GPU-1", 1), ending()});
  const auto b = put("b", {manifest_of(2, 2), point_line("r/a[n=2][b=1]", "GPU-2", 1)});
  const auto lines = lines_of(text_of({b, a}));
  const json& manifest = lines.front();
  ASSERT_EQ(manifest.at("parts").size(), 2u);
  EXPECT_EQ(manifest.at("parts")[1].at("host").at("name"), "node2");
  EXPECT_EQ(manifest.at("parts")[0].at("end").at("wall_s"), 2.0);
  EXPECT_TRUE(manifest.at("parts")[1].at("end").is_null());
  EXPECT_EQ(manifest.at("argv"), json({"warpmark", "run", "reduce"}));
  EXPECT_EQ(manifest.at("host").at("name"), "node1, node2");
  EXPECT_EQ(manifest.at("planned_points"), 7);
  EXPECT_FALSE(manifest.contains("shard"));
  ASSERT_EQ(manifest.at("cards").size(), 2u);
  EXPECT_EQ(manifest.at("cards")[1].at("ceilings").at("launch_floor_ns"), 1002.0);
  EXPECT_EQ(lines[1].at("part"), 0);
  EXPECT_EQ(lines[2].at("part"), 1);
  EXPECT_EQ(lines.back().at("counts").at("ok"), 2);
  EXPECT_EQ(lines.back().at("kernels_compiled"), 3);
}

TEST_F(merged_journals, keep_the_processes_of_a_point_each_once) {
  const std::string key = "r/a[n=1][b=1]";
  std::vector<json> lines = {manifest_of(1, 2)};
  for (const int number : {1, 2, 3}) {
    json line = point_line(key, "GPU-1", number);
    line["event"] = "process";
    line["process"] = number;
    lines.push_back(line);
  }
  lines.push_back(point_line(key, "GPU-1", 4));
  const auto early = put("early", {lines.begin(), lines.end() - 1});
  lines.push_back(ending());
  const auto merged = lines_of(text_of({early, put("late", lines)}));
  std::vector<int> numbers;
  for (const auto& line : merged)
    if (line.at("event") == "process") numbers.push_back(line.at("process"));
  EXPECT_EQ(numbers, (std::vector{1, 2, 3}));
  EXPECT_EQ(merged.back().at("counts").at("ok"), 1) << "a point, not its processes";
}

TEST_F(merged_journals, have_no_point_of_processes_alone) {
  json line = point_line("r/a[n=1][b=1]", "GPU-1", 1);
  line["event"] = "process";
  line["process"] = 1;
  journal_merge merged({.mixed = false, .spill_folder = {}});
  merged.add(put("a", {manifest_of(1, 2), line}));
  merged.settle();
  EXPECT_FALSE(merged.lines().has("r/a[n=1][b=1]"));
  EXPECT_EQ(merged.unknown_lines(), 0u);
}

TEST_F(merged_journals, keep_the_same_point_of_two_cards) {
  const auto a = put("a", {manifest_of(1, 2), point_line("r/a[n=1][b=1]", "GPU-1", 1), ending()});
  const auto b = put("b", {manifest_of(2, 2), point_line("r/a[n=1][b=1]", "GPU-2", 1), ending()});
  EXPECT_EQ(keys_of(text_of({a, b})).size(), 2u);
}

TEST_F(merged_journals, keep_the_newest_of_a_point_but_no_failure_before_a_result) {
  auto later = manifest_of(1, 2);
  later["started_at"] = "2026-01-01T01:00:00Z";
  const auto a = put("a", {manifest_of(1, 2), point_line("r/a[n=1][b=1]", "GPU-1", 1),
                           point_line("r/a[n=2][b=1]", "GPU-1", 2),
                           point_line("r/a[n=3][b=1]", "GPU-1", 3, "wrong"), ending()});
  const auto b = put("b", {later, point_line("r/a[n=1][b=1]", "GPU-1", 5),
                           point_line("r/a[n=2][b=1]", "GPU-1", 6, "crashed"),
                           point_line("r/a[n=3][b=1]", "GPU-1", 7), ending()});
  const auto lines = lines_of(text_of({a, b}));
  EXPECT_EQ(lines[1].at("at_s"), 5);
  EXPECT_EQ(lines[2].at("status"), "ok");
  EXPECT_EQ(lines[3].at("status"), "wrong");
  journal_merge merged({.mixed = false, .spill_folder = {}});
  merged.add(a);
  merged.add(b);
  merged.settle();
  EXPECT_EQ(merged.lines().repeated(), 3u);
  ASSERT_EQ(merged.lines().contradictions().size(), 1u);  // Right and wrong.
  EXPECT_EQ(merged.lines().contradictions()[0].key, "r/a[n=3][b=1]");
  EXPECT_EQ(merged.place(merged.lines().contradictions()[0].kept), a + ":4");
}

TEST_F(merged_journals, contradict_each_other_in_exact_counts_but_not_in_times) {
  auto exact = point_line("r/a[n=1][b=1]", "", 1), other = exact;
  exact["state"] = other["state"] = "exact";
  exact["counters"] = {{"warp_instructions", 7}};
  other["counters"] = {{"warp_instructions", 8}};
  auto again = manifest_of(1, 2);
  again["started_at"] = "2026-01-01T01:00:00Z";
  const auto contradictions = [&](const json& one, const json& two) {
    journal_merge merged({.mixed = false, .spill_folder = {}});
    merged.add(put("a", {manifest_of(1, 2), one}));
    merged.add(put("b", {again, two}));
    merged.settle();
    return merged.lines().contradictions().size();
  };
  EXPECT_EQ(contradictions(exact, other), 1u);
  EXPECT_EQ(contradictions(exact, exact), 0u);
  auto slow = point_line("r/a[n=1][b=1]", "GPU-1", 1), fast = slow;
  slow["times_ns"] = {{"median", 9.0}};
  fast["times_ns"] = {{"median", 3.0}};
  EXPECT_EQ(contradictions(slow, fast), 0u);
}

TEST_F(merged_journals, count_time_from_the_start_after_a_resumption) {
  const json resume = {{"event", "resume"}, {"resumed_at", "2026-01-01T00:10:00Z"}, {"argv", {}}};
  const auto a =
      put("a", {manifest_of(1, 1), point_line("r/a[n=1][b=1]", "GPU-1", 1), ending(false), resume,
                point_line("r/a[n=2][b=1]", "GPU-1", 1), ending()});
  const auto lines = lines_of(text_of({a}));
  EXPECT_EQ(lines[1].at("at_s"), 1);
  EXPECT_EQ(lines[2].at("at_s"), 601.0);
  EXPECT_EQ(lines[0].at("parts")[0].at("resumed_at"), json({"2026-01-01T00:10:00Z"}));
  EXPECT_TRUE(lines[0].at("parts")[0].at("end").at("complete"));
}

TEST_F(merged_journals, take_an_earlier_copy_of_a_run_as_the_same_run) {
  const auto point = point_line("r/a[n=1][b=1]", "GPU-1", 1);
  const auto early = put("early", {manifest_of(1, 1), point}, R"({"event":"measu)");
  const auto late =
      put("late", {manifest_of(1, 1), point, point_line("r/a[n=2][b=1]", "GPU-1", 2), ending()});
  EXPECT_EQ(text_of({early, late}), text_of({late}));
  EXPECT_EQ(text_of({late, early}), text_of({late}));
  journal_merge merged({.mixed = false, .spill_folder = {}});
  merged.add(early);
  EXPECT_EQ(merged.torn(), std::vector<std::string>{early});
}

TEST_F(merged_journals, keep_the_newest_whole_tuning_of_a_problem) {
  const auto final_of = [](const std::string& key, double at_s, int round) {
    json line = point_line(key, "GPU-1", at_s);
    line["tuning"] = {{"phase", "final"}, {"round", round}};
    return line;
  };
  const json tuned = {{"event", "tuned"}, {"problem", "r[n=1]"}, {"winner", "x"}, {"at_s", 9}};
  auto later = manifest_of(1, 1), cut_off = later;
  later["started_at"] = "2026-01-01T01:00:00Z";
  cut_off["started_at"] = "2026-01-01T02:00:00Z";
  const auto a =
      put("a", {manifest_of(1, 1), final_of("r/a[n=1][b=1]", 1, 1), final_of("r/a[n=1][b=1]", 2, 2),
                final_of("r/b[n=1][b=1]", 3, 1), tuned});
  const auto b =
      put("b", {later, final_of("r/a[n=1][b=1]", 1, 1), final_of("r/a[n=1][b=1]", 1, 1), tuned});
  const auto c = put("c", {cut_off, final_of("r/c[n=1][b=1]", 1, 1)});
  const auto text = text_of({a, b, c});
  EXPECT_EQ(keys_of(text), (std::vector<std::string>{"r/a[n=1][b=1]", "r/a[n=1][b=1]"}));
  for (const auto& line : lines_of(text)) EXPECT_EQ(line.value("part", 1), 1);
  EXPECT_EQ(text_of({c, b, a}), text);
}

TEST_F(merged_journals, have_the_drift_references_last_in_order_of_time) {
  const auto reference = [](double at_s) {
    return json{{"event", "reference"}, {"at_s", at_s}, {"card_uuid", "GPU-1"}, {"memory_ns", 5}};
  };
  const auto a = put("a", {manifest_of(1, 1), reference(2), point_line("r/a[n=1][b=1]", "GPU-1", 3),
                           reference(1), ending()});
  const auto lines = lines_of(text_of({a, a}));
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[1].at("event"), "measurement");
  EXPECT_EQ(lines[2].at("at_s"), 1);
  EXPECT_EQ(lines[3].at("at_s"), 2);
}

TEST_F(merged_journals, refuse_runs_that_do_not_compare) {
  const auto a = put("a", {manifest_of(1, 2), ending()});
  const auto refused = [&](const char* pointer, const json& value) {
    auto other = manifest_of(2, 2);
    other[json::json_pointer(pointer)] = value;
    const auto b = put("b", {other, ending()});
    EXPECT_NO_THROW(text_of({a, b}, true)) << pointer;
    return refusal([&] { text_of({a, b}); });
  };
  EXPECT_SAYS(refused("/tool/commit", "def"), "tool.commit is \"def\", not \"abc\" as in");
  for (const char* pointer : {"/tool/version", "/backend", "/card/driver_version"})
    EXPECT_SAYS(refused(pointer, "other"), "is \"other\", not");
  EXPECT_SAYS(refused("/seed", 2), "seed is 2, not 1");
  EXPECT_SAYS(refused("/contract/state", "hot"), "expected runs that compare, or --mixed");
  EXPECT_SAYS(refused("/kernels", {{"sha256", "1"}, {"read", json::array()}}), "other digests");
  EXPECT_EQ(refused("/card/name", "Another card"), "");
}

TEST_F(merged_journals, say_which_lines_they_leave_out) {
  journal_merge merged({.mixed = false, .spill_folder = {}});
  merged.add(put("a", {manifest_of(1, 1), {{"event", "later"}}, {{"event", "later"}}, ending()}));
  EXPECT_EQ(merged.unknown_lines(), 2u);
  EXPECT_EQ(merged.first_unknown(), (folder_ / "a").string() + ":2");
}

TEST_F(merged_journals, refuse_what_is_no_journal) {
  const auto a = put("a", {manifest_of(1, 2)});
  EXPECT_SAYS(refusal<nothing_measured>([&] { text_of({a, put("b", {})}); }), "empty");
  EXPECT_SAYS(refusal<nothing_measured>([&] {
                text_of({a, put("c", {}, R"({"event":"man)")});
              }),
              "cut off");
  EXPECT_SAYS(refusal([&] { text_of({a, put("d", {{{"a", 1}}})}); }), "not a warpmark journal");
  auto merged = manifest_of(1, 1);
  merged["parts"] = {to_json({.manifest = manifest_of(1, 1), .resumed_at = {}, .end = nullptr})};
  auto line = point_line("r/a[n=1][b=1]", "GPU-1", 1);
  line["part"] = 3;
  EXPECT_SAYS(refusal([&] {
                text_of({put("e", {merged, line})});
              }),
              "part is 3; expected a number below 1");
  merged["parts"] = 5;
  EXPECT_SAYS(refusal([&] { text_of({put("f", {merged})}); }), "not the manifest of a journal");
}

// Shards of a random sweep, some begun twice, in random orders, and merged in random steps.
class random_merges : public merged_journals, public testing::WithParamInterface<int> {};

TEST_P(random_merges, depend_on_no_order_and_have_what_a_search_of_all_lines_finds) {
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<std::string> files;
  std::map<std::pair<std::string, std::string>, std::pair<std::tuple<int, double>, json>> expected;
  for (int run = 0; run < 6; ++run) {
    auto manifest = manifest_of(1 + below(3), 3);
    manifest["started_at"] = fmt::format("2026-01-01T0{}:00:00Z", run);
    const auto card = manifest.at("card").at("uuid").get<std::string>();
    std::vector<json> lines = {manifest};
    for (int i = 0; i < 12; ++i) {
      const char* status =
          std::array{"ok", "ok", "crashed", "skipped"}[static_cast<std::size_t>(below(4))];
      auto line = point_line(fmt::format("r/v{}[n={}][b=1]", below(3), below(4)), card, i, status);
      const auto rank = status == std::string("ok") ? 2 : status == std::string("crashed") ? 1 : 0;
      const std::tuple order(rank, run * 3600.0 + i);
      const auto [place, is_new] =
          expected.try_emplace({line.at("key"), card}, std::pair(order, line));
      if (!is_new && place->second.first < order) place->second = {order, line};
      lines.push_back(std::move(line));
    }
    if (below(2) == 0) lines.push_back(ending());
    files.push_back(put(fmt::format("run{}", run), lines));
  }
  const auto text = text_of(files);
  std::size_t found = 0;
  for (auto line : lines_of(text)) {
    if (line.at("event") != "measurement") continue;
    ++found;
    line.erase("part");
    EXPECT_EQ(line, expected.at({line.at("key"), line.at("card_uuid")}).second);
  }
  EXPECT_EQ(found, expected.size());

  for (int trial = 0; trial < 10; ++trial) {
    auto some = files;
    some.push_back(files[static_cast<std::size_t>(below(6))]);
    std::shuffle(some.begin(), some.end(), random);
    const auto first = static_cast<std::ptrdiff_t>(1 + below(5));
    const auto inner = (folder_ / fmt::format("inner{}", trial)).string();
    std::ofstream(inner, std::ios::binary) << text_of({some.begin(), some.begin() + first});
    std::vector<std::string> outer(some.begin() + first, some.end());
    outer.push_back(inner);
    std::shuffle(outer.begin(), outer.end(), random);
    ASSERT_EQ(text_of(outer), text);
    ASSERT_EQ(text_of(some), text);
  }
}

INSTANTIATE_TEST_SUITE_P(seeds, random_merges, testing::Range(0, 8));

TEST(natural_order, has_numbers_by_value) {
  EXPECT_TRUE(is_naturally_before("n=512", "n=1024"));
  EXPECT_FALSE(is_naturally_before("n=1024", "n=512"));
  EXPECT_TRUE(is_naturally_before("a", "ab"));
  EXPECT_TRUE(is_naturally_before("n=1]", "n=1a"));
  EXPECT_TRUE(is_naturally_before("n=01", "n=1"));
  EXPECT_FALSE(is_naturally_before("n=1", "n=01"));
  EXPECT_FALSE(is_naturally_before("same7", "same7"));
}

class whole_file_at : public merged_journals {};

TEST_F(whole_file_at, is_there_only_when_it_is_whole) {
  const auto path = folder_ / "out";
  {
    whole_file file(path);
    file.append("one");
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
  {
    whole_file file(path);
    file.append("one");
    EXPECT_TRUE(file.commit(whole_file::existing::keep));
  }
  const auto write = [&](const char* text, whole_file::existing what) {
    whole_file file(path);
    file.append(text);
    return file.commit(what);
  };
  EXPECT_FALSE(write("one", whole_file::existing::keep));
  EXPECT_SAYS(refusal([&] { write("two", whole_file::existing::keep); }), "exists and differs");
  EXPECT_EQ(std::filesystem::file_size(path), 3u);
  EXPECT_TRUE(write("three", whole_file::existing::replace));
  EXPECT_EQ(std::filesystem::file_size(path), 5u);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
  EXPECT_SAYS(refusal([&] { whole_file(folder_ / "none" / "out"); }), "cannot write");
}

}  // namespace
}  // namespace warpmark::journal
