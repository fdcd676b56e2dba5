// Files from outside: what is read of them, and where reading ends.

#include "base/input_file.hpp"

#include <filesystem>
#include <fstream>
#include <istream>
#include <sys/stat.h>
#include <zlib.h>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "base/whole_file.hpp"
#include "tests/refusal.hpp"

namespace warpmark::input {
namespace {

namespace fs = std::filesystem;

class input_files : public ::testing::Test {
 protected:
  input_files() {
    std::string name = (fs::temp_directory_path() / "warpmark_input_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~input_files() override { fs::remove_all(folder_); }

  fs::path plain(const std::string& text) const {
    std::ofstream(folder_ / "file", std::ios::binary) << text;
    return folder_ / "file";
  }

  fs::path compressed(const std::string& text) const {
    auto path = folder_ / "file.gz";
    gzFile to = gzopen(path.c_str(), "wb9");
    gzwrite(to, text.data(), static_cast<unsigned>(text.size()));
    gzclose(to);
    return path;
  }

  // As warpmark writes it.
  fs::path written(const std::string& name, const std::string& text) const {
    whole_file file(folder_ / name);
    file.append(text);
    file.commit(whole_file::existing::replace);
    return folder_ / name;
  }

  fs::path folder_;
};

std::string read_raw(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const fs::path& path, const limits& bounds = {}) {
  input_file file(path, bounds);
  std::vector<std::string> lines;
  for (std::string line; file.next_line(line);) lines.push_back(line);
  EXPECT_EQ(file.line_number(), lines.size());
  return lines;
}

TEST_F(input_files, are_read_line_by_line_compressed_or_not) {
  const std::string long_line(200'000, 'x');  // Longer than the parts that are read.
  const std::string text = "a\n\n" + long_line + "\nend";
  for (const auto& path : {plain(text), compressed(text), written("file.zst", text)})
    EXPECT_EQ(lines_of(path), (std::vector<std::string>{"a", "", long_line, "end"}));
}

TEST_F(input_files, are_refused_if_their_end_or_a_byte_is_wrong) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * 7919) + "\n";
  for (const char* name : {"file.gz", "file.zst"}) {
    const auto path = written(name, text);
    EXPECT_EQ(lines_of(path).size(), 20'000u);
    std::string bytes = read_raw(path);
    EXPECT_LT(bytes.size(), text.size() / 2);
    std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.size() / 2);
    EXPECT_SAYS(refusal([&] { lines_of(path); }), "damaged or cut off");
    bytes[bytes.size() / 2] ^= 0x55;
    std::ofstream(path, std::ios::binary) << bytes;
    EXPECT_SAYS(refusal([&] { lines_of(path); }), "damaged or cut off");
  }
}

TEST_F(input_files, may_have_several_compressed_parts) {
  const auto one = written("one.zst", "a\nb"), two = written("two.zst", "c\n");
  std::ofstream(folder_ / "both.zst", std::ios::binary) << read_raw(one) << read_raw(two);
  EXPECT_EQ(lines_of(folder_ / "both.zst"), (std::vector<std::string>{"a", "bc"}));
}

TEST_F(input_files, say_whether_their_last_line_is_whole) {
  const auto is_whole = [&](const std::string& text) {
    input_file file(plain(text));
    std::string line;
    while (file.next_line(line)) {
      if (line == "b") return file.line_is_whole();
      EXPECT_TRUE(file.line_is_whole());
    }
    ADD_FAILURE() << "no line b";
    return false;
  };
  EXPECT_TRUE(is_whole("a\nb\n"));
  EXPECT_FALSE(is_whole("a\nb"));
  EXPECT_TRUE(lines_of(plain("")).empty());
}

TEST_F(input_files, are_read_as_a_stream_and_watched) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i) + " ";
  input_file file(compressed(text));
  std::string seen;
  file.watch([&](std::string_view part) { seen += part; });
  input_buffer buffer(file);
  std::istream stream(&buffer);
  for (int i = 0, number = 0; i < 100'000; ++i) ASSERT_TRUE(stream >> number && number == i);
  EXPECT_EQ(seen, text);
  EXPECT_EQ(read_text(file.path()), text);
}

TEST_F(input_files, beyond_a_size_are_refused) {
  const std::string text(1000, 'x');
  for (const auto& path : {plain(text), compressed(text)}) {
    EXPECT_EQ(read_text(path, 1000), text);
    EXPECT_EQ(refusal([&] { read_text(path, 999); }),
              path.string() + ": holds more than 999 bytes; --max-input SIZE raises the limit");
  }
}

TEST_F(input_files, that_expand_a_thousandfold_are_refused_early) {
  const auto path = compressed(std::string(24 * mib, 'x'));
  ASSERT_LT(fs::file_size(path), 128 * kib);
  input_file bomb(path);
  std::uint64_t bytes = 0;
  bomb.watch([&](std::string_view part) { bytes += part.size(); });
  std::string line;
  EXPECT_EQ(
      refusal([&] { bomb.next_line(line); }),
      path.string() +
          ": holds more than 200 times its compressed size; --max-input SIZE raises the limit");
  EXPECT_LE(bytes, free_bytes + mib);
  EXPECT_EQ(lines_of(path, {.max_ratio = {}, .max_line_bytes = gib}).front().size(), 24 * mib);
}

TEST_F(input_files, with_an_endless_line_are_refused_at_that_line) {
  const auto path = plain("short\n" + std::string(5000, 'x'));
  EXPECT_SAYS(refusal([&] { lines_of(path, {.max_line_bytes = 4 * kib}); }),
              path.string() + ":2: a line of more than 4 KiB");
}

TEST_F(input_files, that_are_no_regular_files_are_refused) {
  EXPECT_SAYS(refusal([] { input_file("/nowhere/at/all"); }),
              "/nowhere/at/all: No such file or directory");
  EXPECT_SAYS(refusal([&] { input_file file(folder_); }), ": it is a folder");
  EXPECT_SAYS(refusal([] { input_file("/dev/zero"); }), "/dev/zero: it is not a regular file");
  const auto pipe = folder_ / "pipe";  // Nobody writes to it: opening it must not wait.
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_SAYS(refusal([&] { input_file file(pipe); }), ": it is not a regular file");
}

TEST_F(input_files, that_are_damaged_are_refused) {
  const auto path = compressed("some text that is long enough to be cut in the middle");
  fs::resize_file(path, fs::file_size(path) / 2);
  EXPECT_SAYS(refusal([&] { read_text(path); }), "damaged or cut off");
}

}  // namespace
}  // namespace warpmark::input
