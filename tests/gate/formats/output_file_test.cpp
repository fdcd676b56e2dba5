#include "ci/gate/formats/output_file.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ci/gate/formats/step_summary.hpp"
#include "ci/gate/formats/writers.hpp"
#include "cli/gate/gate_output_options.hpp"
#include "tests/gate/formats/sample_result.hpp"
#include "tests/refusal.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class outputs : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  gate_output_options parsed(std::vector<std::string> words) {
    gate_output_options options;
    CLI::App app;
    options.add_to(app);
    std::reverse(words.begin(), words.end());
    app.parse(words);
    return options;
  }

  fs::path folder_ =
      fs::temp_directory_path() / fmt::format("warpmark-output-file-test-{}", getpid());
};

TEST_F(outputs, are_written_where_asked) {
  const auto main_file = folder_ / "r.json", junit = folder_ / "r.xml";
  std::ofstream(main_file) << "old";
  const auto options =
      parsed({"--json", main_file.string(), "--junit", junit.string(), "--summary", "none"});
  options.require_writable();
  EXPECT_EQ(text_of(main_file), "old");
  EXPECT_FALSE(fs::exists(junit));
  options.write(sample_result());
  EXPECT_EQ(text_of(main_file), output_of("--json", sample_result()));
  EXPECT_EQ(text_of(junit), output_of("--junit", sample_result()));
  // No temporary file is left.
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 2);
}

TEST_F(outputs, that_cannot_be_written_are_found_early) {
  const auto refused = [&](const std::string& file) {
    return refusal([&] { parsed({"--sarif", file, "--summary", "none"}).require_writable(); });
  };
  EXPECT_TRUE(contains(refused((folder_ / "no" / "f").string()), "--sarif"));
  EXPECT_TRUE(contains(refused((folder_ / "no" / "f").string()), "there is no folder"));
  EXPECT_TRUE(contains(refused(folder_.string()), "this is a folder"));
  EXPECT_EQ(refused((folder_ / "f").string()), "");
  EXPECT_TRUE(contains(refusal([&] {
                         parsed({"--json", "-", "--sarif", "-"}).require_writable();
                       }),
                       "several"));
  EXPECT_THROW(parsed({"--json", ""}), CLI::ValidationError);
}

TEST_F(outputs, a_failed_write_leaves_the_old_file) {
  const auto file = folder_ / "f";
  fs::create_directories(file / "full");  // A non-empty folder cannot be replaced.
  EXPECT_NE(refusal([&] { write_output("--json", file, "text"); }), "");
  EXPECT_TRUE(fs::exists(file / "full"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
  EXPECT_NE(refusal([&] { write_output("--json", folder_ / "no" / "f", "text"); }), "");
}

TEST_F(outputs, what_is_no_file_is_written_straight) {
  EXPECT_EQ(refusal([] { write_output("--json", "/dev/null", "text"); }), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(outputs, a_summary_comes_after_what_is_there) {
  const auto file = folder_ / "summary.md";
  std::ofstream(file) << "before\n";
  append_summary(file.string(), sample_result());
  EXPECT_TRUE(text_of(file).starts_with("before\n<!-- warpmark-gate -->\n"));
  std::ofstream(file) << std::string(800'000, 'x');
  append_summary(file.string(), large_result(3000));
  EXPECT_LE(fs::file_size(file), max_summary_bytes);
}

TEST_F(outputs, the_summary_of_a_runner_is_found) {
  EXPECT_EQ(summary_file("none"), "");
  EXPECT_EQ(summary_file("here.md"), "here.md");
  setenv("GITHUB_STEP_SUMMARY", "/tmp/there.md", 1);
  EXPECT_EQ(summary_file("auto"), "/tmp/there.md");
  unsetenv("GITHUB_STEP_SUMMARY");
  EXPECT_EQ(summary_file("auto"), "");
}

}  // namespace
}  // namespace warpmark::gate
