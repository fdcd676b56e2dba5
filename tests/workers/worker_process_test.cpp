#include "bench/workers/worker_process.hpp"

#include <csignal>

#include <gtest/gtest.h>

namespace warpmark::workers {
namespace {

using namespace std::chrono_literals;

std::vector<std::string> shell(const std::string& script) { return {"/bin/sh", "-c", script}; }

TEST(worker_process, talks_over_its_channel) {
  worker_process echo(shell("read line <&3; echo \"{\\\"got\\\": $line}\" >&3"));
  echo.channel().send({{"a", 1}});
  const auto answer = echo.channel().receive(10s);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->at("got").at("a"), 1);
}

TEST(worker_process, tells_how_it_ended) {
  EXPECT_EQ(worker_process(shell("exit 3")).ending(), "ended with exit code 3");
  worker_process killed(shell("exec sleep 100"));
  killed.kill();
  EXPECT_EQ(killed.ending(), "killed by signal 9 (Killed)");
  EXPECT_EQ(worker_process(shell("kill -SEGV $$")).ending(),
            "killed by signal 11 (Segmentation fault)");
}

TEST(worker_process, is_gone_with_its_owner) {
  pid_t id = 0;
  {
    const worker_process sleeper(shell("exec sleep 100"));
    id = sleeper.id();
  }
  EXPECT_EQ(::kill(id, 0), -1);
}

TEST(worker_process, does_not_hear_of_interrupts) {
  worker_process patient(shell("echo '{}' >&3; read line <&3; exit 7"));
  ASSERT_TRUE(patient.channel().receive(10s));
  ::kill(patient.id(), SIGINT);
  ::kill(patient.id(), SIGTERM);
  patient.channel().send({{"go", true}});
  EXPECT_EQ(patient.ending(), "ended with exit code 7");
}

TEST(line_channel, tells_when_the_other_side_is_gone) {
  worker_process brief(shell("exit 0"));
  brief.ending();
  EXPECT_THROW(brief.channel().receive(10s), channel_closed);
  EXPECT_THROW(for (int i = 0; i < 100; ++i) brief.channel().send({{"a", 1}}), channel_closed);
}

TEST(line_channel, waits_no_longer_than_asked) {
  worker_process silent(shell("exec sleep 100"));
  EXPECT_FALSE(silent.channel().receive(20ms));
}

TEST(line_channel, puts_messages_together_from_pieces) {
  worker_process pieces(
      shell("printf '{\"a\":' >&3; read line <&3; printf '1}\\n{\"a\":2}\\n' >&3"));
  EXPECT_FALSE(pieces.channel().receive(20ms)) << "half a message is none";
  pieces.channel().send({{"go", true}});
  EXPECT_EQ(pieces.channel().receive(10s)->at("a"), 1);
  EXPECT_EQ(pieces.channel().receive(10s)->at("a"), 2);
}

}  // namespace
}  // namespace warpmark::workers
