#include "bench/core/ceilings.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "bench/core/drift_watch.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "tests/calibrate/clocked_simt.hpp"
#include "tests/calibrate/test_compiler.hpp"

namespace warpmark {
namespace {

class ceilings : public testing::Test {
 protected:
  template <class... Values>
  void run(const char* file, const char* kernel, const Values&... values) {
    const auto handle = load_embedded_kernel(machine_, tests::shared_compiler(), file, kernel);
    machine_.launch(handle, {.grid = {3}, .block = {256}},
                    std::array{scalar_argument::of(values)...});
    machine_.synchronize();
  }

  std::vector<unsigned> words_at(device_pointer from) {
    std::vector<unsigned> words(count);
    machine_.download(std::as_writable_bytes(std::span(words)), from);
    return words;
  }

  tests::clocked_simt machine_;
  static constexpr std::size_t count = 1 << 14;  // words
};

TEST_F(ceilings, copy_and_write_touch_all_and_no_more) {
  const auto from = machine_.allocate(4 * count), to = machine_.allocate(4 * count);
  std::vector<unsigned> words(count);
  std::iota(words.begin(), words.end(), 0u);
  machine_.upload(from, std::as_bytes(std::span(words)));
  machine_.fill(to, scalar_argument::of(77u), count);
  run("ceilings/traffic.cuh", "ceilings::copy", from, to, std::uint64_t{count / 4 - 1});
  auto expected = words;
  std::fill(expected.end() - 4, expected.end(), 77u);
  EXPECT_EQ(words_at(to), expected);
  run("ceilings/traffic.cuh", "ceilings::write", to, std::uint64_t{count / 4 - 1}, 7u);
  for (std::size_t i = 0; i < count - 4; ++i) expected[i] = static_cast<unsigned>(7 + i % 4);
  EXPECT_EQ(words_at(to), expected);
}

TEST_F(ceilings, a_clean_flush_writes_nothing_and_reads_all) {
  const auto data = machine_.allocate(4 * count);
  machine_.fill(data, scalar_argument::of(2u), count);
  machine_.interpreter().take_counters();
  run("ceilings/flush.cuh", "ceilings::flush_clean", data, std::uint64_t{count / 4}, 1u);
  const auto counted = machine_.interpreter().take_counters().named();
  EXPECT_EQ(counted.at("global_load_sectors"), 4 * count / 32);
  EXPECT_EQ(counted.at("global_store_requests"), 0u);
}

TEST_F(ceilings, a_flush_covers_twice_the_cache) {
  cache_flush flush(machine_, tests::shared_compiler(), flush_lines::dirty);
  EXPECT_EQ(flush.size_bytes(), 2 * machine_.device().l2_bytes.value());
  machine_.interpreter().take_counters();
  flush.enqueue();
  machine_.synchronize();
  EXPECT_EQ(machine_.interpreter().take_counters().named().at("global_store_sectors"),
            flush.size_bytes() / 32);
}

// Made-up times: of data that the flush has left in the cache, and of data that it has displaced.
TEST(flush_check, is_passed_only_if_the_data_came_from_memory) {
  flush_check seen{.size_bytes = 1 << 20, .hot_ns = 900, .cold_ns = 1000, .min_cold_ns = 1200};
  EXPECT_FALSE(seen.passed());
  seen.cold_ns = 1300;
  EXPECT_TRUE(seen.passed());
}

TEST_F(ceilings, the_chain_depends_on_its_length) {
  const auto out = machine_.allocate(3 * 256 * 4);
  run("ceilings/reference.cuh", "ceilings::chain", out, 0.5f, 40);
  float value = 0;
  machine_.download(std::as_writable_bytes(std::span(&value, 1)), out + 4);
  EXPECT_NEAR(value, 2.0f, 1e-6) << "x = x / 2 + 1 ends at 2";
}

TEST_F(ceilings, heat_changes_what_it_works_over_and_stays_in_range) {
  const auto data = machine_.allocate(4 * count);
  machine_.fill(data, scalar_argument::of(0u), count);
  run("ceilings/heat.cuh", "ceilings::heat", data, std::uint64_t{count / 4}, 3);
  const auto words = words_at(data);
  const auto touched = static_cast<std::size_t>(
      std::count_if(words.begin(), words.end(), [](unsigned word) { return word != 0; }));
  EXPECT_GT(touched, 0u);
  EXPECT_EQ(touched % (3 * 4 * 32), 0u) << "three rounds of full vectors and warps";
  EXPECT_EQ(std::count(words.begin() + static_cast<std::ptrdiff_t>(touched), words.end(), 0u),
            static_cast<std::ptrdiff_t>(count - touched));
  for (std::size_t i = 0; i < touched; ++i) {
    const auto sum = std::bit_cast<float>(words[i]);  // Of two numbers between 0 and 1.
    EXPECT_TRUE(sum > 0 && sum < 2) << i << ": " << sum;
  }
}

TEST(drift, is_told_from_noise) {
  std::vector<double> times;
  times.reserve(40);
  for (int i = 0; i < 40; ++i) times.push_back(1000 + (i * 7919 % 13));
  EXPECT_FALSE(assess_drift(times)->real);
  for (int i = 0; i < 40; ++i) times[static_cast<std::size_t>(i)] += i;
  const auto seen = assess_drift(times);
  EXPECT_TRUE(seen->real);
  EXPECT_NEAR(seen->change, 0.039, 0.005);
  times.resize(7);
  EXPECT_FALSE(assess_drift(times));
}

}  // namespace
}  // namespace warpmark
