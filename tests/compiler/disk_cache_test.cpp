#include "bench/compiler/disk_cache.hpp"

#include <fstream>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

class cache_folder : public testing::Test {
 protected:
  cache_folder()
      : folder_(fs::temp_directory_path() /
                ("warpmark-cache-" + std::to_string(getpid()) + "-" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
  }
  ~cache_folder() override { fs::remove_all(folder_); }

  static compiled_kernel sample() {
    compiled_kernel kernel;
    kernel.lowered_name = "_Z1kv";
    kernel.ptx = ".version 9.0\n";
    kernel.cubin = {'\0', '\n', '\xff', 'a'};
    kernel.cubin_hash = "hash";
    kernel.log = "a log with \xff in it";
    kernel.resources.registers = 17;
    kernel.resources.code_bytes = 640;
    return kernel;
  }

  fs::path folder_;
  const std::string key_ = "abcdef0123";
};

TEST_F(cache_folder, gives_back_what_was_stored) {
  disk_cache cache(folder_);
  EXPECT_FALSE(cache.load(key_).has_value());
  cache.store(key_, sample());
  const auto found = cache.load(key_);
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->from_cache);
  EXPECT_EQ(found->lowered_name, "_Z1kv");
  EXPECT_EQ(found->ptx, sample().ptx);
  EXPECT_EQ(found->cubin, sample().cubin);
  EXPECT_EQ(found->resources.registers, 17);
  EXPECT_EQ(found->resources.code_bytes, 640u);
}

TEST_F(cache_folder, a_damaged_entry_counts_as_absent_and_is_replaced) {
  disk_cache cache(folder_);
  cache.store(key_, sample());
  const fs::path entry = folder_ / "ab" / key_;
  for (const std::uintmax_t size :
       {fs::file_size(entry) - 1, std::uintmax_t{30}, std::uintmax_t{0}}) {
    fs::resize_file(entry, size);
    EXPECT_FALSE(cache.load(key_).has_value()) << size;
    cache.store(key_, sample());
    EXPECT_TRUE(cache.load(key_).has_value());
  }
  std::fstream file(entry, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(-1, std::ios::end);
  file.put('b');
  file.close();
  EXPECT_FALSE(cache.load(key_).has_value());
}

TEST_F(cache_folder, a_folder_in_the_place_of_an_entry_counts_as_absent) {
  disk_cache cache(folder_);
  fs::create_directories(folder_ / "ab" / key_ / "more");
  EXPECT_FALSE(cache.load(key_).has_value());
  cache.store(key_, sample());
  const auto entries = fs::directory_iterator(folder_ / "ab");
  EXPECT_EQ(std::distance(fs::begin(entries), fs::end(entries)), 1) << "a temporary file is left";
}

TEST_F(cache_folder, concurrent_writers_leave_one_whole_entry) {
  std::vector<std::jthread> writers;
  writers.reserve(4);
  for (int i = 0; i < 4; ++i)
    writers.emplace_back([this] {
      disk_cache cache(folder_);
      for (int round = 0; round < 20; ++round) {
        cache.store(key_, sample());
        EXPECT_TRUE(cache.load(key_).has_value());
      }
    });
  writers.clear();
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder_))
    files += entry.is_regular_file();
  EXPECT_EQ(files, 1u);
}

TEST_F(cache_folder, a_folder_that_cannot_be_made_is_trouble_but_no_error) {
  std::ofstream(folder_) << "a file in the way";
  disk_cache cache(folder_ / "below");
  EXPECT_NE(cache.trouble().find("cannot be written"), std::string::npos);
  cache.store(key_, sample());
  EXPECT_FALSE(cache.load(key_).has_value());
}

TEST_F(cache_folder, an_empty_path_turns_it_off) {
  disk_cache cache{fs::path()};
  cache.store(key_, sample());
  EXPECT_FALSE(cache.load(key_).has_value());
  EXPECT_EQ(cache.trouble(), "");
}

}  // namespace
}  // namespace warpmark::compiler
