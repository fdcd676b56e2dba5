#include "base/npy_file.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/refusal.hpp"

namespace warpmark::inspect {
namespace {

std::string file_of(const std::vector<std::uint64_t>& shape, const std::string& data) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("warpmark_npy_test_" + std::to_string(::getpid()) + ".npy");
  write_npy(path, "<i2", shape, std::as_bytes(std::span(data)));
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);
  return text;
}

npy_array parse_array(const std::string& text) {
  return parse_npy(std::as_bytes(std::span(text)), "x.npy");
}

TEST(npy_files, read_back_as_written) {
  const std::string text = file_of({2, 3}, "abcdefghijkl");
  EXPECT_EQ((text.size() - 12) % 64, 0u);
  const npy_array array = parse_array(text);
  EXPECT_EQ(array.descriptor, "<i2");
  EXPECT_EQ(array.shape, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(std::memcmp(array.bytes.data(), "abcdefghijkl", 12), 0);
}

TEST(npy_files, refuse_what_they_cannot_hold) {
  const std::string good = file_of({6}, "abcdefghijkl");
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return refusal([&] { parse_array(text); });
  };
  EXPECT_TRUE(
      contains(refusal([] { parse_array("hello world, hello"); }), "x.npy: not an .npy file"));
  EXPECT_TRUE(contains(changed("<i2", ">i2"), "'>i2'"));
  EXPECT_TRUE(contains(changed("<i2", "<c2"), "'<c2'"));
  EXPECT_TRUE(contains(changed("False", "True "), "Fortran"));
  EXPECT_TRUE(contains(changed("(6,)", "(9,)"), "cut off"));
  EXPECT_TRUE(contains(changed("shape", "shame"), "no shape"));
  EXPECT_TRUE(contains(refusal([&] { parse_array(good.substr(0, 40)); }), "cut off"));
  EXPECT_TRUE(contains(refusal([] { read_npy("absent.npy"); }), "absent.npy: No such file"));
  EXPECT_TRUE(contains(changed("(6,)", "(18446744073709551615,)"), "exceeds the address space"));
  EXPECT_TRUE(contains(changed("(6,)", "(9223372036854775807,2,2)"), "exceeds the address space"));
  EXPECT_TRUE(contains(changed("(6,)", "(1099511627776,)"), "cut off"));
  EXPECT_TRUE(
      contains(refusal([&] { parse_array(file_of(std::vector<std::uint64_t>(65, 1), "ab")); }),
               "65 dimensions; expected at most 64"));
  std::string large = "\x93NUMPY\x02";
  large += std::string("\0\xff\xff\xff\x7f", 5) + std::string(1000, ' ');
  EXPECT_TRUE(contains(refusal([&] { parse_array(large); }), "a header of 2147483647 bytes"));
}

}  // namespace
}  // namespace warpmark::inspect
