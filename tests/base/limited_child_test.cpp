#include "base/processes/limited_child.hpp"

#include <csignal>

#include <gtest/gtest.h>

namespace warpmark::processes {
namespace {

child_limits generous() {
  return {.seconds = [] { return 60.0; },
          .memory_bytes = std::size_t{1} << 30,
          .file_bytes = std::uint64_t{1} << 20,
          .abandoned = {}};
}

limited_outcome run(const std::string& script, const child_limits& limits = generous(),
                    const std::filesystem::path& folder = {}) {
  return run_limited({"/bin/sh", "-c", script}, limits, folder);
}

TEST(limited_child, has_its_output_and_status) {
  const auto outcome = run("echo out; echo error >&2; exit 3");
  EXPECT_EQ(outcome.output, "out\nerror\n");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.ended, child_end::none);
  EXPECT_EQ(run_limited({"/nowhere/program"}, generous()).status, 127);
  EXPECT_EQ(run("pwd", generous(), "/usr").output, "/usr\n");
}

TEST(limited_child, is_ended_with_what_it_has_started) {
  child_limits limits = generous();
  limits.seconds = [] { return 0.0; };
  EXPECT_EQ(run("sleep 100", limits).ended, child_end::time);
  limits = generous();
  limits.memory_bytes = 1;
  EXPECT_EQ(run("sleep 100 & wait", limits).ended, child_end::memory);
  limits = generous();
  limits.abandoned = [] { return true; };
  const auto outcome = run("sleep 100 & wait", limits);
  EXPECT_EQ(outcome.ended, child_end::abandoned);
  EXPECT_EQ(outcome.status, 128 + SIGKILL);
}

TEST(limited_child, writes_no_large_files) {
  child_limits limits = generous();
  limits.file_bytes = 1000;
  EXPECT_LE(run("head -c 100000 /dev/zero", limits).output.size(), 1000u);
}

}  // namespace
}  // namespace warpmark::processes
