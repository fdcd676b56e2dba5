// Recorded spaces: Kernel Tuner's caches and journals, complete, damaged and meaningless.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <zlib.h>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "tests/refusal.hpp"
#include "tuning/replay/replay.hpp"
#include "tuning/strategies/strategies.hpp"
#include "tuning/tuning_error.hpp"

namespace warpmark::tuning {
namespace {

std::vector<double> sorted_times(const recorded_space& recorded) {
  std::vector<double> times;
  for (const auto& outcome : recorded.outcomes)
    if (outcome.time) times.push_back(*outcome.time);
  std::sort(times.begin(), times.end());
  return times;
}

namespace fs = std::filesystem;

class records : public ::testing::Test {
 protected:
  records() : folder_(fs::temp_directory_path() / fs::path("warpmark_records_XXXXXX")) {
    std::string name = folder_.string();
    folder_ = mkdtemp(name.data());
  }
  ~records() override { fs::remove_all(folder_); }

  fs::path file(const std::string& text) {
    auto path = folder_ / "record";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  fs::path compressed(const std::string& text) {
    auto path = folder_ / "record.gz";
    gzFile to = gzopen(path.c_str(), "wb");
    gzwrite(to, text.data(), static_cast<unsigned>(text.size()));
    gzclose(to);
    return path;
  }

  // The error of reading `text`.
  template <class Error>
  std::string failure(const std::string& text) {
    return refusal<Error>([&] { read_recorded_space(file(text)); });
  }

 private:
  fs::path folder_;
};

std::string entry(const std::string& block, const std::string& mode, const std::string& time) {
  return "\"" + block + "," + mode + "\": {\"block\": " + block + ", \"mode\": \"" + mode +
         "\", \"time\": " + time +
         ", \"times\": [1, 2], \"compile_time\": 500, \"benchmark_time\": 250}";
}

std::string cache(const std::string& entries, const std::string& objective = "time") {
  return R"({"device_name": "card", "kernel_name": "kernel", "problem_size": [4096, 2], "tune_params_keys": ["block", "mode"],
             "tune_params": {"block": [1, 2, 3, 4, 5, 6, 7, 8, 32, 64, 128], "mode": ["a", "b"]}, "objective": ")" +
         objective + "\", \"cache\": {" + entries + "}}";
}

const std::string whole =
    cache(entry("128", "a", "3.5") + "," + entry("32", "a", "1.5") + "," +
          entry("32", "b", "\"CompilationFailedConfig\"") + "," + entry("64", "b", "2.5"));

TEST_F(records, of_kernel_tuner_are_read) {
  for (const auto& path : {file(whole), compressed(whole)}) {
    const auto recorded = read_recorded_space(path);
    EXPECT_EQ(recorded.name, "kernel_tuner/kernel[size=4096x2]");
    EXPECT_EQ(recorded.record_subject.device, "card");
    EXPECT_DOUBLE_EQ(recorded.outcomes[recorded.optimum()].cost_s, 0.75);
    EXPECT_EQ(recorded.unit, "ms");
    ASSERT_EQ(recorded.configs.count(), 4u);
    EXPECT_EQ(recorded.configs.axes()[0].values[2].text, "128");
    EXPECT_EQ(recorded.configs.text(recorded.optimum()), "block=32,mode=a");
    EXPECT_EQ(sorted_times(recorded), (std::vector<double>{1.5, 2.5, 3.5}));
    const auto failing = recorded.configs.index_of({0, 1}).value();
    EXPECT_FALSE(recorded.outcomes[failing].time);
    EXPECT_EQ(recorded.outcomes[failing].reason, "CompilationFailedConfig");
    EXPECT_FALSE(recorded.configs.contains({1, 0}));
    EXPECT_FALSE(recorded.base);
  }
}

TEST_F(records, of_kernel_tuner_may_lack_their_end) {
  const auto open = whole.substr(0, whole.size() - 2);
  EXPECT_EQ(read_recorded_space(file(open)).configs.count(), 4u);
  EXPECT_EQ(read_recorded_space(file(open + ",\n")).configs.count(), 4u);
}

TEST_F(records, that_are_none_are_refused) {
  EXPECT_SAYS(failure<usage_error>("block,time\n32,1\n"), "not valid JSON");
  EXPECT_SAYS(failure<usage_error>(""), "not valid JSON");
  EXPECT_SAYS(failure<usage_error>("[]"), "not a Kernel Tuner cache");
  EXPECT_SAYS(failure<usage_error>(R"({"cache": {}})"), "tune_params_keys");
  EXPECT_SAYS(failure<usage_error>(cache("\"1,a\": 3")), "entry '1,a'");
  EXPECT_SAYS(failure<usage_error>(cache(R"("1,a": {"block": 1, "time": 3})")), "no 'mode'");
  EXPECT_SAYS(failure<usage_error>(cache(R"("1,a": {"block": 1, "mode": "a"})")), "no 'time'");
  EXPECT_SAYS(failure<usage_error>(cache(entry("1", "a", "1"), "GFLOP/s")),
              "entry '1,a' has no 'GFLOP/s', the objective of the cache");
  EXPECT_SAYS(failure<usage_error>(whole.substr(0, whole.size() / 2)), "not valid JSON");
}

TEST_F(records, that_cannot_be_read_are_refused) {
  EXPECT_THROW(read_recorded_space("/nowhere/at/all.json"), usage_error);
  EXPECT_THROW(read_recorded_space(fs::temp_directory_path()), usage_error);
  const auto path = compressed(whole + std::string(1000, ' '));
  fs::resize_file(path, fs::file_size(path) / 2);
  EXPECT_THROW(read_recorded_space(path), usage_error);
}

TEST_F(records, that_say_nothing_are_errors_with_their_cause) {
  EXPECT_SAYS(failure<tuning_error>(cache("")), "no config is recorded");
  EXPECT_SAYS(failure<tuning_error>(cache(entry("1", "a", "-Infinity"))),
              "none of 1 configs runs; 1 times: 'time' is not a number");
  EXPECT_SAYS(failure<tuning_error>(cache(entry("1", "a", "\"RuntimeFailedConfig\"") + "," +
                                          entry("2", "a", "\"RuntimeFailedConfig\""))),
              "none of 2 configs runs; 2 times: RuntimeFailedConfig");
  std::string constant = entry("1", "a", "7");
  for (int block = 2; block <= 8; ++block) constant += "," + entry(std::to_string(block), "a", "7");
  EXPECT_SAYS(failure<tuning_error>(cache(constant)), "constant: all 8 configs");
}

TEST_F(records, with_impossible_times_are_refused_with_entry_and_value) {
  for (const std::string time : {"1e-300", "0", "-1", "1e300", "true", "[1]", "{}"})
    EXPECT_SAYS(failure<usage_error>(cache(entry("2", "a", "1") + "," + entry("1", "a", time))),
                "entry '1,a': 'time' is " +
                    (time == "1e300" || time == "1e-300" ? time.substr(0, 2) : time));
}

TEST_F(records, may_carry_anything_in_failed_entries) {
  std::string failed = entry("32", "b", "\"RuntimeFailedConfig\"");
  failed.replace(failed.find("500"), 3, "NaN");
  const auto recorded = read_recorded_space(
      file(cache(entry("128", "a", "3.5") + "," + failed + "," + entry("64", "a", "NaN") + "," +
                 entry("64", "b", "-Infinity") + "," + entry("32", "a", "null"))));
  ASSERT_EQ(recorded.configs.count(), 5u);
  EXPECT_EQ(sorted_times(recorded), (std::vector<double>{3.5}));
}

TEST_F(records, that_contradict_themselves_are_refused) {
  const std::string one = entry("1", "a", "1");
  EXPECT_SAYS(failure<usage_error>(cache(one + "," + one)), "entry '1,a' is duplicated");
  EXPECT_SAYS(failure<usage_error>(cache(one + "," + "\"b\": {\"block\": 2, \"block\": 3}")),
              "entry 'b': 'block' is duplicated");
  EXPECT_SAYS(
      failure<usage_error>(cache(one).substr(0, cache(one).size() - 1) + ", \"cache\": {}}"),
      "'cache' is duplicated");
  std::string renamed = one;
  renamed.replace(1, 1, "9");
  EXPECT_SAYS(failure<usage_error>(cache(one + "," + renamed)),
              "entry '9,a' has the same config as entry '1,a'");
  EXPECT_SAYS(failure<usage_error>(cache(entry("96", "a", "1"))),
              "entry '96,a': 'block' is 96, which is none of its tune_params");
}

TEST_F(records, of_other_objectives_are_read_by_their_times) {
  std::string rated = whole;
  rated.replace(rated.find("\"time\""), 6, "\"GFLOP/s\"");  // The objective.
  const auto path = file(rated);
  EXPECT_SAYS(failure<usage_error>(rated), "no 'GFLOP/s'");
  for (const std::string rate : {"100", "200", "\"CompilationFailedConfig\"", "300"}) {
    const auto at = rated.find("\"times\": [1, 2]");
    rated.replace(at, 15, "\"GFLOP/s\": " + rate);
  }
  const auto recorded = read_recorded_space(file(rated));
  EXPECT_EQ(recorded.unit, "ms");
  EXPECT_EQ(sorted_times(recorded), (std::vector<double>{1.5, 2.5, 3.5}));
  EXPECT_SAYS(recorded.note, "its objective is 'GFLOP/s'; its times are used");
}

TEST_F(records, may_have_their_terms_after_their_entries) {
  const auto recorded = read_recorded_space(
      file("{\"cache\": {" + entry("2", "a", "1.5") + "," + entry("1", "a", "2.5") +
           "}, \"tune_params_keys\": [\"block\", \"mode\"]}"));
  EXPECT_EQ(recorded.configs.text(recorded.optimum()), "block=2,mode=a");
}

TEST_F(records, of_any_depth_or_length_end_with_a_refusal) {
  const std::string deep(100'000, '[');
  EXPECT_SAYS(failure<usage_error>(deep), "nested arrays and objects");
  EXPECT_SAYS(failure<usage_error>(cache("\"1,a\": " + deep)), "nested arrays and objects");
  const std::string bomb(64 << 20, ' ');
  const auto path = compressed("{" + bomb + cache(entry("1", "a", "1")).substr(1));
  EXPECT_THROW(read_recorded_space(path), usage_error);
  EXPECT_SAYS(failure<usage_error>("{\"" + std::string(20 << 20, 'x')), "more than 16 MiB");
  EXPECT_SAYS(failure<usage_error>("{\"a\":" + std::string(20 << 20, '1')), "more than 16 MiB");
}

std::string measured_text(int block, const std::string& status, double median, bool is_base = false,
                          int n = 1024) {
  std::string line = R"({"event":"measurement","key":"k)" + std::to_string(block) + "n" +
                     std::to_string(n) + R"(","family":"reduce","variant":"v","problem":{"n":)" +
                     std::to_string(n) + R"(},"config":{"block":)" + std::to_string(block) +
                     R"(},"is_base":)" + (is_base ? "true" : "false") + R"(,"status":")" + status +
                     "\"";
  if (status == "ok") line += R"(,"times_ns":{"median":)" + std::to_string(median) + "}";
  return line + "}\n";
}

const std::string manifest = "{\"event\":\"manifest\",\"schema\":\"warpmark/1\"}\n";

TEST_F(records, of_journals_are_read) {
  const auto recorded =
      read_recorded_space(file(manifest + measured_text(64, "ok", 30) +
                               measured_text(128, "ok", 20, true) + measured_text(256, "wrong", 0) +
                               measured_text(512, "skipped", 0) + measured_text(64, "ok", 25)));
  EXPECT_EQ(recorded.name, "reduce/v[n=1024]");
  ASSERT_EQ(recorded.configs.count(), 3u);
  EXPECT_EQ(recorded.configs.text(recorded.base.value()), "block=128");
  EXPECT_EQ(sorted_times(recorded), (std::vector<double>{20, 25}));
  EXPECT_EQ(recorded.outcomes[2].reason, "wrong");
}

TEST_F(records, of_journals_with_impossible_times_are_refused_with_line_and_value) {
  std::string line = measured_text(64, "ok", 7);
  for (const std::string time : {"true", "1e-300", "null", "\"7\"", "-7"}) {
    std::string changed = line;
    changed.replace(changed.find("7.000000"), 8, time);
    EXPECT_SAYS(failure<usage_error>(manifest + changed),
                ":2: times_ns.median is " + time + "; expected a number from 0.001 to 1e+16");
  }
}

TEST_F(records, of_journals_may_be_compressed) {
  const auto path =
      compressed(manifest + measured_text(64, "ok", 30) + measured_text(128, "ok", 20));
  EXPECT_EQ(read_recorded_space(path).configs.count(), 2u);
}

TEST_F(records, of_journals_are_chosen_by_variant_and_problem) {
  const auto path =
      file(manifest + measured_text(64, "ok", 30, true) + measured_text(64, "ok", 50, true, 2048) +
           measured_text(32, "ok", 40, false, 2048));
  EXPECT_THROW(read_recorded_space(path), usage_error);
  EXPECT_EQ(read_recorded_space(path, {.problem = "n=2048"}).configs.count(), 2u);
  EXPECT_EQ(read_recorded_space(path, {"reduce/v", "n=1024"}).configs.count(), 1u);
  const auto refusal_of = [&](const journal_choice& choice) {
    return refusal([&] { read_recorded_space(path, choice); });
  };
  EXPECT_SAYS(refusal_of({"reduce/w", "n=1024"}), "'reduce/v'");
  EXPECT_SAYS(refusal_of({"reduce/v", "n=1025"}), "'n=1024'");
  std::string other = measured_text(64, "ok", 30);
  other.replace(other.find("\"block\""), 7, "\"tile\"");
  EXPECT_SAYS(failure<usage_error>(manifest + measured_text(32, "ok", 20) + other),
              "different axes");
  EXPECT_SAYS(failure<usage_error>(manifest + "{\"event\":\"measurement\",\"status\":\"ok\"}\n"),
              "not a line of a journal");
  EXPECT_SAYS(failure<usage_error>(manifest), "there is no measurement in it");
}

TEST_F(records, of_journals_with_a_base_that_fails_are_errors) {
  EXPECT_SAYS(failure<tuning_error>(manifest + measured_text(64, "crashed", 0, true) +
                                    measured_text(32, "ok", 10)),
              "the base config fails (crashed)");
  EXPECT_SAYS(failure<usage_error>("{\"event\":\"manifest\",\"schema\":\"warpmark/9\"}\n"),
              "warpmark/9");
}

TEST_F(records, are_replayed_until_the_budget_or_the_space_ends) {
  const auto recorded = read_recorded_space(file(whole));
  const auto& random = find_strategy("random");
  EXPECT_EQ(replay(recorded, random, {.seed = 1}, 2).size(), 2u);
  const auto all = replay(recorded, random, {.seed = 1}, 100);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all.back(), 1.5);
  EXPECT_TRUE(std::is_sorted(all.rbegin(), all.rend()));
}

}  // namespace
}  // namespace warpmark::tuning
