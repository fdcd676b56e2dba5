#include "ci/gate/sides/scratch_folder.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

class scratch : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(below_);
    fs::create_directories(below_);
    ::setenv("TMPDIR", below_.c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("TMPDIR");
    fs::remove_all(below_);
  }

  std::size_t folders() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(below_), {}));
  }

  // Creates a folder with a file in another process, which this signal then ends. Returns its wait
  // status.
  int end_with(int number) const {
    int made[2];
    EXPECT_EQ(::pipe(made), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      // Under nohup a program inherits that it ignores SIGHUP, and shall go on doing so.
      ::signal(number, SIG_DFL);
      const scratch_folder folder;
      std::ofstream(folder.path() / "file") << "text";
      static_cast<void>(!::write(made[1], "m", 1));
      for (;;) ::pause();
    }
    char byte = 0;
    EXPECT_EQ(::read(made[0], &byte, 1), 1);
    EXPECT_EQ(folders(), 1u);
    ::kill(child, number);
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(made[0]);
    ::close(made[1]);
    return WIFSIGNALED(status) ? WTERMSIG(status) : -1;
  }

  const fs::path below_ = fs::path(testing::TempDir()) / ("scratch-" + std::to_string(::getpid()));
};

TEST_F(scratch, is_gone_when_a_signal_ends_the_program) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT_EQ(end_with(number), number);
    EXPECT_EQ(folders(), 0u) << "after signal " << number;
  }
}

TEST_F(scratch, of_a_killed_program_is_removed_by_the_next) {
  EXPECT_EQ(end_with(SIGKILL), SIGKILL);
  EXPECT_EQ(folders(), 1u);
  const scratch_folder mine;
  EXPECT_EQ(folders(), 1u);
  EXPECT_TRUE(fs::is_directory(mine.path()));
}

TEST_F(scratch, of_a_living_program_stays) {
  const scratch_folder first, second;
  EXPECT_EQ(folders(), 2u);
  EXPECT_NE(first.path(), second.path());
}

TEST_F(scratch, that_is_somebody_elses_file_or_link_stays) {
  std::ofstream(below_ / "warpmark-gate-scratch-file") << "text";
  fs::create_directories(below_ / "elsewhere" / "inside");
  fs::create_directory_symlink(below_ / "elsewhere", below_ / "warpmark-gate-scratch-link");
  { const scratch_folder mine; }
  EXPECT_TRUE(fs::exists(below_ / "warpmark-gate-scratch-file"));
  EXPECT_TRUE(fs::exists(below_ / "elsewhere" / "inside"));
}

}  // namespace
}  // namespace warpmark::gate
