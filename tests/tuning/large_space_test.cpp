// The bars on spaces too large to list: time and memory of counting, sampling and searching.

#include <chrono>
#include <ctime>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/tuning/small_spaces.hpp"
#include "tuning/strategies/searcher.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr double patience = 10;  // Sanitizers slow everything down.
#else
constexpr double patience = 1;
#endif

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The most memory this process has had, in MB.
double peak_megabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmHWM:") {
      double kilobytes = 0;
      status >> kilobytes;
      return kilobytes / 1024;
    }
  return 0;
}

// How many of 0..9 in `axes` places sum to at most `most`, by convolution.
std::uint64_t tuples_with_sum(int axes, std::uint32_t most) {
  std::vector<std::uint64_t> ways = {1};
  for (int axis = 0; axis < axes; ++axis) {
    std::vector<std::uint64_t> next(ways.size() + 9, 0);
    for (std::size_t sum = 0; sum < ways.size(); ++sum)
      for (std::size_t value = 0; value < 10; ++value) next[sum + value] += ways[sum];
    ways = std::move(next);
  }
  std::uint64_t total = 0;
  for (std::size_t sum = 0; sum <= most && sum < ways.size(); ++sum) total += ways[sum];
  return total;
}

std::uint64_t first_five_axes() {
  std::uint64_t count = 0;
  for (int a = 0; a < 10; ++a)
    for (int b = 0; b < 10; ++b)
      for (int c = 0; c < 10; ++c)
        for (int d = 0; d < 10; ++d)
          for (int e = 0; e < 10; ++e)
            count += a + b <= 13 && b + c <= 13 && c + d + e <= 21 ? 1u : 0u;
  return count;
}

TEST(large_space, of_billions_is_counted_and_sampled_in_a_second_and_200_MB) {
  const auto start = std::chrono::steady_clock::now();
  const auto over = testing::large_space();
  random_source random(1);
  for (int i = 0; i < 10'000; ++i) {
    const auto index = over.sample(random);
    ASSERT_EQ(over.index_of(over.at(index)), index);
  }
  EXPECT_LT(seconds_since(start), 1.0 * patience);
  EXPECT_LT(peak_megabytes(), 200 * patience);
  EXPECT_GT(over.count(), 1'000'000'000u);
  EXPECT_EQ(over.count(), first_five_axes() * tuples_with_sum(4, 28) * 10);
}

// Tiles of a matrix product: memory and threads tie six axes together.
TEST(large_space, of_one_entangled_group_is_counted_in_a_second) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<space_axis> axes;
  for (const auto* name : {"m", "n", "k", "warps_m", "warps_n", "stages"})
    axes.push_back(testing::numbers(name, 10));
  for (int i = 0; i < 5; ++i) axes.push_back(testing::numbers("free" + std::to_string(i), 8));
  const auto at = [](std::span<const std::uint32_t> levels, std::size_t axis) {
    return levels[axis] + 1;
  };
  const auto over = space::of_rules(
      axes, {{"shared memory",
              {0, 1, 2, 5},
              [at](auto l) { return (at(l, 0) + at(l, 1)) * at(l, 2) * at(l, 5) <= 200; }},
             {"threads", {3, 4}, [at](auto l) { return at(l, 3) * at(l, 4) <= 32; }},
             {"rows", {0, 3}, [at](auto l) { return at(l, 0) % at(l, 3) == 0; }},
             {"columns", {1, 4}, [at](auto l) { return at(l, 1) % at(l, 4) == 0; }}});
  EXPECT_LT(seconds_since(start), 1.0 * patience);
  EXPECT_LT(peak_megabytes(), 200 * patience);
  EXPECT_EQ(over.groups().size(), 6u);
  std::uint64_t tied = 0;
  for (unsigned m = 1; m <= 10; ++m)
    for (unsigned n = 1; n <= 10; ++n)
      for (unsigned k = 1; k <= 10; ++k)
        for (unsigned stages = 1; stages <= 10; ++stages)
          for (unsigned p = 1; p <= 10; ++p)
            for (unsigned q = 1; q <= 10; ++q)
              tied += (m + n) * k * stages <= 200 && p * q <= 32 && m % p == 0 && n % q == 0;
  EXPECT_EQ(over.count(), tied * 8 * 8 * 8 * 8 * 8);
}

// Of this process alone: what others do on a busy machine is not the strategy's.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class overhead : public ::testing::TestWithParam<std::string> {};

TEST_P(overhead, of_an_evaluation_in_a_space_of_a_million_is_below_a_millisecond) {
  std::vector<space_axis> axes;
  for (int axis = 0; axis < 6; ++axis)
    axes.push_back(testing::numbers("axis" + std::to_string(axis), 11));
  const auto over = space::of_rules(
      axes, {{"a small sum", {0, 1}, [](auto levels) { return levels[0] + levels[1] <= 13; }}});
  ASSERT_GT(over.count(), 1'000'000u);
  searcher search(over, find_strategy(GetParam()), {.seed = 5});
  constexpr int evaluations = 1000;
  const double start = processor_seconds();
  for (int i = 0; i < evaluations; ++i) {
    const auto index = search.ask().front();
    double time = 1;
    for (const auto level : over.at(index)) time += (level - 5.3) * (level - 5.3);
    search.tell(index, {.time = time});
  }
  EXPECT_LT((processor_seconds() - start) / evaluations, 1e-3 * patience);
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const auto& each : all_strategies()) result.push_back(each.name);
  return result;
}

INSTANTIATE_TEST_SUITE_P(of, overhead, ::testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace warpmark::tuning
