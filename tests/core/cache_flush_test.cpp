#include "bench/core/cache_flush.hpp"

#include <gtest/gtest.h>

#include "tests/calibrate/test_compiler.hpp"
#include "tests/core/scripted_device.hpp"

namespace warpmark {
namespace {

constexpr std::size_t cache_bytes = 4096;

class flushed_cache : public testing::Test {
 protected:
  flushed_cache() {
    device_.description.l2_bytes = cache_bytes;
    device_.description.limits.multiprocessors = 3;
  }

  tests::scripted_device device_;
};

TEST_F(flushed_cache, is_displaced_by_twice_its_size) {
  cache_flush flush(device_, tests::shared_compiler(), flush_lines::clean);
  EXPECT_EQ(flush.size_bytes(), 2 * cache_bytes);
  EXPECT_EQ(device_.flushes.size(), 0u) << "not before it is asked for";
  flush.enqueue();
  ASSERT_EQ(device_.flushes.size(), 1u);
  EXPECT_EQ(device_.flushes[0].size_bytes, 2 * cache_bytes);
  EXPECT_EQ(device_.flushes[0].shape.grid.x, 6u) << "two blocks for each multiprocessor";
  EXPECT_EQ(device_.flushes[0].shape.block.x, 1024u);
}

TEST_F(flushed_cache, is_left_clean_or_dirty_as_asked) {
  cache_flush clean(device_, tests::shared_compiler(), flush_lines::clean);
  cache_flush dirty(device_, tests::shared_compiler(), flush_lines::dirty);
  clean.enqueue();
  dirty.enqueue();
  ASSERT_EQ(device_.flushes.size(), 2u);
  EXPECT_NE(device_.flushes[0].kernel.find("flush_clean"), std::string::npos);
  EXPECT_NE(device_.flushes[1].kernel.find("flush_dirty"), std::string::npos);
}

// A line that is written with what it holds may be compressed or stay clean.
TEST_F(flushed_cache, is_written_with_another_value_each_time) {
  cache_flush flush(device_, tests::shared_compiler(), flush_lines::dirty);
  for (int i = 0; i < 3; ++i) flush.enqueue();
  ASSERT_EQ(device_.flushes.size(), 3u);
  EXPECT_NE(device_.flushes[0].value, device_.flushes[1].value);
  EXPECT_NE(device_.flushes[1].value, device_.flushes[2].value);
}

// flush_clean writes where it reads an odd word, and memory holds odd ones when it is allocated.
TEST_F(flushed_cache, is_read_as_even_words) {
  const cache_flush flush(device_, tests::shared_compiler(), flush_lines::clean);
  EXPECT_EQ(device_.asked("fill 0x00000002"), 1u);
}

TEST_F(flushed_cache, of_unknown_size_is_left_alone) {
  for (const std::optional<std::size_t> none : {std::optional<std::size_t>(), {0}}) {
    device_.description.l2_bytes = none;
    cache_flush flush(device_, tests::shared_compiler(), flush_lines::clean);
    EXPECT_EQ(flush.size_bytes(), 0u);
    flush.enqueue();
    EXPECT_TRUE(device_.flushes.empty());
  }
}

}  // namespace
}  // namespace warpmark
