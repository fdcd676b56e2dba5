#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/journal/reader.hpp"
#include "bench/journal/writer.hpp"
#include "tests/refusal.hpp"

namespace warpmark::journal {
namespace {

class journal_file : public testing::Test {
 protected:
  journal_file()
      : path_(std::filesystem::temp_directory_path() /
              ("warpmark-journal-" + std::to_string(getpid()) + "-" +
               testing::UnitTest::GetInstance()->current_test_info()->name() + ".jsonl")) {
    std::filesystem::remove(path_);
  }
  ~journal_file() override { std::filesystem::remove(path_); }

  void put(const std::string& text) {
    std::ofstream(path_, std::ios::app | std::ios::binary) << text;
  }
  std::string all() {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string error() {
    return refusal([&] { read(path_); });
  }

  const std::string manifest_ = R"({"event":"manifest","schema":"warpmark/1"})"
                                "\n";
  const std::string point_ = R"({"event":"measurement","key":"a","status":"ok"})"
                             "\n";
  std::filesystem::path path_;
};

TEST_F(journal_file, a_whole_run_is_read_back) {
  {
    writer out(path_, writer::mode::create);
    out.append({{"event", "manifest"}, {"schema", schema_name}});
    out.append({{"event", "measurement"}, {"key", "a"}, {"status", "ok"}});
    out.append(end_line({.complete = true, .counts = {{"ok", 1}}}));
  }
  const contents found = read(path_);
  EXPECT_TRUE(found.ended);
  EXPECT_TRUE(found.complete);
  EXPECT_FALSE(found.torn_tail);
  EXPECT_EQ(found.status_by_key.at("a"), "ok");
}

TEST_F(journal_file, an_existing_file_is_never_overwritten) {
  put(manifest_);
  EXPECT_THROW(writer(path_, writer::mode::create), usage_error);
  EXPECT_EQ(all(), manifest_);
}

TEST_F(journal_file, a_torn_last_line_is_read_over_and_cut_off_on_append) {
  put(manifest_ + point_ + R"({"event":"measurement","key":"b)");
  const contents found = read(path_);
  EXPECT_TRUE(found.torn_tail);
  EXPECT_FALSE(found.ended);
  EXPECT_EQ(found.status_by_key.size(), 1u);
  const json added = {{"event", "measurement"}, {"key", "c"}};
  { writer(path_, writer::mode::append).append(added); }
  EXPECT_EQ(all(), manifest_ + point_ + added.dump() + "\n");
}

TEST_F(journal_file, a_second_writer_is_refused_and_changes_nothing) {
  put(manifest_ + point_ + R"({"event":"measurement","key":"b)");
  const std::string before = all();
  const writer first(path_, writer::mode::append);
  EXPECT_NE(refusal([&] {
              writer(path_, writer::mode::append).append(json::object());
            }).find("another run is writing it"),
            std::string::npos);
  EXPECT_EQ(all(), before);
}

// A writer in a process of its own is killed again and again, at any place in its loop.
TEST_F(journal_file, no_line_that_was_appended_is_lost_under_sigkill) {
  constexpr std::uint64_t lines = 100'000, kills = 5;
  auto* appended = static_cast<std::atomic<std::uint64_t>*>(
      mmap(nullptr, sizeof(std::atomic<std::uint64_t>), PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(appended, MAP_FAILED);
  put(manifest_);
  for (std::uint64_t kill_number = 1; kill_number <= kills; ++kill_number) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      writer out(path_, writer::mode::append);
      for (;;) {
        out.append({{"event", "measurement"}, {"key", std::to_string(*appended)}});
        ++*appended;
      }
    }
    while (*appended < lines / kills * kill_number) usleep(100);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
  }
  const auto found = read(path_).status_by_key;
  EXPECT_GE(*appended, lines);
  for (std::uint64_t line = 0; line < *appended; ++line)
    ASSERT_TRUE(found.contains(std::to_string(line))) << line;
  munmap(appended, sizeof(std::atomic<std::uint64_t>));
}

TEST_F(journal_file, a_compressed_journal_gets_no_lines) {
  put("\x1f\x8b and more");
  EXPECT_NE(refusal([&] { writer(path_, writer::mode::append); }).find("is compressed"),
            std::string::npos);
}

TEST_F(journal_file, says_where_its_lines_begin) {
  put(manifest_ + point_ + "\n" + point_);
  std::vector<std::uint64_t> offsets;
  EXPECT_THROW(read(path_, [&](const whole_line& line) { offsets.push_back(line.offset); }),
               usage_error);  // An empty line is none of JSON.
  EXPECT_EQ(offsets, std::vector<std::uint64_t>{manifest_.size()});
}

TEST_F(journal_file, a_last_line_without_newline_counts_as_torn_even_if_it_parses) {
  put(manifest_ + R"({"event":"measurement","key":"b","status":"ok"})");
  EXPECT_TRUE(read(path_).status_by_key.empty());
}

TEST_F(journal_file, the_last_status_of_a_point_counts) {
  put(manifest_ + point_ + R"({"event":"measurement","key":"a","status":"wrong"})" + "\n");
  EXPECT_EQ(read(path_).status_by_key.at("a"), "wrong");
}

TEST_F(journal_file, a_resume_reopens_an_ended_run) {
  put(manifest_ + R"({"event":"end","complete":false})"
                  "\n"
                  R"({"event":"resume"})"
                  "\n");
  EXPECT_FALSE(read(path_).ended);
}

TEST_F(journal_file, unknown_events_and_keys_are_kept_out_of_the_way) {
  put(manifest_ +
      R"({"event":"remark","text":"hello"})"
      "\n" +
      point_);
  EXPECT_EQ(read(path_).status_by_key.size(), 1u);
}

TEST_F(journal_file, bad_files_are_refused_with_file_and_line) {
  EXPECT_NE(error().find("No such file"), std::string::npos);
  put("");
  EXPECT_NE(error().find("empty"), std::string::npos);
  put("hello\n");
  EXPECT_NE(error().find(":1: not a line of JSON"), std::string::npos);
  std::filesystem::remove(path_);
  put(R"({"event":"manifest","schema":"warpmark/9"})"
      "\n");
  EXPECT_NE(error().find("unknown schema 'warpmark/9'"), std::string::npos);
  std::filesystem::remove(path_);
  put(manifest_ + "broken\n" + point_);
  EXPECT_NE(error().find(":2: not a line of JSON"), std::string::npos);
}

TEST_F(journal_file, a_first_line_that_is_cut_off_is_nothing_to_go_on_with) {
  for (const std::size_t left : {std::size_t{1}, manifest_.size() / 2, manifest_.size() - 1}) {
    std::filesystem::remove(path_);
    put(manifest_.substr(0, left));
    EXPECT_NE(error().find("remove the file and start again"), std::string::npos) << error();
  }
}

TEST_F(journal_file, the_manifest_alone_is_read_without_what_follows) {
  put(manifest_ + "no JSON\n");
  ASSERT_TRUE(read_manifest(path_));
  EXPECT_EQ(read_manifest(path_)->at("schema"), "warpmark/1");
}

TEST_F(journal_file, a_file_that_begins_with_something_else_has_no_manifest) {
  for (const char* text : {"", "{\n", "[1]\n", "{\"event\":3}\n", "{\"devices\":[]}\n"}) {
    std::ofstream(path_, std::ios::trunc) << text;
    EXPECT_FALSE(read_manifest(path_)) << text;
  }
}

TEST_F(journal_file, a_manifest_of_another_schema_is_refused_without_what_follows) {
  put("{\"event\":\"manifest\",\"schema\":\"warpmark/99\"}\n");
  EXPECT_THROW(read_manifest(path_), usage_error);
}

TEST_F(journal_file, a_device_is_not_read_to_its_end_which_it_has_not) {
  std::filesystem::create_symlink("/dev/zero", path_);
  EXPECT_NE(error().find("it is not a regular file"), std::string::npos) << error();
}

TEST_F(journal_file, invalid_utf8_in_a_log_does_not_lose_the_line) {
  {
    writer out(path_, writer::mode::create);
    out.append({{"event", "manifest"}, {"schema", schema_name}, {"log", "\xff\xfe"}});
  }
  EXPECT_EQ(read(path_).manifest.value("event", ""), "manifest");
}

}  // namespace
}  // namespace warpmark::journal
