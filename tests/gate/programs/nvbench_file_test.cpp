// What nvbench writes, and the command of its processes.

#include "ci/gate/programs/nvbench_file.hpp"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "ci/gate/programs/nvbench_command.hpp"
#include "ci/gate/programs/nvbench_rounds.hpp"
#include "ci/gate/sides/scratch_folder.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

class nvbench_files : public testing::Test {
 protected:
  void write_floats(const std::string& name, const std::vector<float>& values) const {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(float)));
  }

  static std::string summary(const std::string& tag, const std::string& name, std::size_t size) {
    return fmt::format(
        R"({{"tag": "{}", "data": [{{"name": "filename", "type": "string", "value": "{}"}},
            {{"name": "size", "type": "int64", "value": "{}"}}]}})",
        tag, name, size);
  }

  static std::string state(const std::string& summaries) {
    return R"({"device": 0, "axis_values": [{"name": "T{ct}", "type": "string", "value": "I32"},
               {"name": "N", "type": "int64", "value": "1024"}], "is_skipped": false,
               "summaries": [)" +
           summaries + "]}";
  }

  nvbench_result read(const std::string& states, const std::string& major = "1") const {
    std::ofstream(json()) << R"({"meta": {"version": {"json": {"major": )" << major
                          << R"(}, "nvbench": {"string": "0.1.0"}}},
      "devices": [{"name": "a card"}], "benchmarks": [{"name": "copy", "states": [)"
                          << states << "]}]}";
    return read_nvbench_file(json());
  }

  std::string error_of(const std::string& states, const std::string& major = "1") const {
    try {
      read(states, major);
      return "";
    } catch (const usage_error& error) {
      return error.what();
    }
  }

  fs::path json() const { return folder_.path() / "run.json"; }
  const fs::path& folder() const { return folder_.path(); }

 private:
  scratch_folder folder_;
};

constexpr const char* times = "nv/json/bin:nv/cold/sample_times";
constexpr const char* clocks = "nv/json/freqs-bin:nv/cold/sample_freqs";

TEST_F(nvbench_files, points_have_samples_and_keys) {
  write_floats("run.json-bin/0.bin", {1e-3F, 2e-3F, 4e-3F});
  write_floats("run.json-freqs-bin/0.bin", {1.9e9F, 1.8e9F, 1.7e9F});
  const auto result = read(state(summary(times, "run.json-bin/0.bin", 3) + "," +
                                 summary(clocks, "run.json-freqs-bin/0.bin", 3)));
  EXPECT_EQ(result.card, "a card");
  EXPECT_EQ(result.benchmarks, std::vector<std::string>{"copy"});
  const auto& point = result.points.at(0);
  EXPECT_EQ(point.key, "copy[device=0,T{ct}=I32,N=1024]");
  EXPECT_FALSE(point.skipped);
  ASSERT_EQ(point.samples_ns.size(), 3u);
  EXPECT_NEAR(point.clock_hz.value(), 1.8e9, 1e3);
  EXPECT_NEAR(arm_of(point).time_ns, 2e6, 1);
}

TEST_F(nvbench_files, clocks_of_short_kernels_are_left_out) {
  write_floats("run.json-bin/0.bin", {1e-5F});
  write_floats("run.json-freqs-bin/0.bin", {1.9e9F});
  const auto result = read(state(summary(times, "run.json-bin/0.bin", 1) + "," +
                                 summary(clocks, "run.json-freqs-bin/0.bin", 1)));
  EXPECT_FALSE(result.points.at(0).clock_hz);
}

TEST_F(nvbench_files, names_of_older_versions_have_the_whole_path) {
  write_floats("run.json-bin/0.bin", {1e-3F});
  const auto name = (folder() / "run.json-bin/0.bin").string();
  EXPECT_EQ(read(state(summary(times, name, 1))).points.at(0).samples_ns.size(), 1u);
}

TEST_F(nvbench_files, samples_outside_of_the_folder_are_refused) {
  for (const char* name : {"/etc/passwd", "../other.bin", "run.json-bin/../../other.bin"})
    EXPECT_NE(error_of(state(summary(times, name, 1))).find("expected a file in the folder"),
              std::string::npos)
        << name;
}

TEST_F(nvbench_files, samples_that_are_cut_off_or_no_times_are_refused) {
  write_floats("run.json-bin/0.bin", {1e-3F, 2e-3F});
  EXPECT_NE(error_of(state(summary(times, "run.json-bin/0.bin", 3))), "");
  write_floats("run.json-bin/0.bin", {1e-3F, -2e-3F});
  EXPECT_NE(error_of(state(summary(times, "run.json-bin/0.bin", 2))), "");
  EXPECT_NE(error_of(state(summary(times, "run.json-bin/9.bin", 2))), "");
}

TEST_F(nvbench_files, a_key_that_occurs_again_gets_a_number) {
  const auto result = read(state("") + "," + state(""));
  EXPECT_EQ(result.points.at(1).key, result.points.at(0).key + " #2");
  EXPECT_TRUE(result.points.at(0).samples_ns.empty());
}

TEST_F(nvbench_files, another_version_is_refused) {
  EXPECT_NE(error_of(state(""), "2").find("expected 1"), std::string::npos);
}

TEST(nvbench_command, options_for_all_come_before_the_first_benchmark) {
  const auto words = nvbench_command(
      "bench", {.axes = {"T=F32"}, .benchmarks = {{.name = "sum", .axes = {"N=1"}}, {.name = "x"}}},
      {.device = 2, .samples = 7}, "/out/a.json");
  EXPECT_EQ(words.front(), "./bench") << "not searched in PATH";
  const std::vector<std::string> end(words.end() - 8, words.end());
  EXPECT_EQ(end, (std::vector<std::string>{"-a", "T=F32", "-b", "sum", "-a", "N=1", "-b", "x"}));
  const auto at = std::find(words.begin(), words.end(), "--min-samples");
  ASSERT_LT(at, words.end() - 8);
  EXPECT_EQ(at[1], "7");
}

}  // namespace
}  // namespace warpmark::gate
