#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ci/gate/gate_result.hpp"
#include "cli/gate/gate_settings_options.hpp"
#include "tests/refusal.hpp"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

class gate_options : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    fs::current_path(folder_);
  }
  void TearDown() override {
    fs::current_path(before_);
    fs::remove_all(folder_);
  }

  gate_settings_options parsed(std::vector<std::string> words) {
    gate_settings_options options;
    CLI::App app;
    options.add_to(app);
    std::reverse(words.begin(), words.end());
    app.parse(words);
    return options;
  }

  fs::path before_ = fs::current_path();
  fs::path folder_ = fs::temp_directory_path() / fmt::format("warpmark-options-{}", getpid());
};

TEST_F(gate_options, the_command_line_outranks_the_file_and_that_the_preset) {
  std::ofstream("mine.toml") << "version = 1\nfail_on = [\"missing\"]\n[timing]\nalpha = 0.2\n";
  const auto file = parsed({"--preset", "strict", "--settings", "mine.toml"}).settings({});
  EXPECT_EQ(file.timing.alpha, 0.2);
  EXPECT_EQ(file.timing.screen_rounds, 10u);
  EXPECT_EQ(file.fail_on, (gate::failing{gate::verdict::missing}));
  const auto line =
      parsed({"--preset", "strict", "--settings", "mine.toml", "--fail-on", "suspect"})
          .settings({});
  EXPECT_EQ(line.fail_on, (gate::failing{gate::verdict::suspect}));
  EXPECT_EQ(line.timing.alpha, 0.2);
}

TEST_F(gate_options, files_of_the_usual_names_are_read) {
  EXPECT_EQ(parsed({}).settings({}), gate::gate_settings{});
  EXPECT_TRUE(parsed({}).acceptances().empty());
  std::ofstream("gate.toml") << "version = 1\n[timing]\nalpha = 0.2\n";
  std::ofstream("accept.toml") << "version = 1\n[[accept]]\npoint = \"*\"\n";
  EXPECT_EQ(parsed({}).settings({}).timing.alpha, 0.2);
  EXPECT_TRUE(contains(refusal([&] { parsed({}).acceptances(); }),
                       "accept.toml:2: [[accept]] 1: 'stage' is missing"));
  EXPECT_TRUE(contains(refusal([&] {
                         parsed({"--settings", "other.toml"}).settings({});
                       }),
                       "other.toml"));
}

}  // namespace
}  // namespace warpmark
