#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/oracle.hpp"
#include "variants/registry.hpp"

namespace warpmark::count {
namespace {

problem problem_with(const std::vector<std::pair<std::string, parameter_value>>& with) {
  problem problem;
  for (const auto& along : built_in_registry().find_family("count")->axes)
    problem.set(along.name, along.base);
  for (const auto& [name, value] : with) problem.set(name, value);
  return problem;
}

template <class T>
std::vector<T> keys_of(const problem& problem, std::size_t n, std::uint64_t seed = 1) {
  std::vector<T> keys(n);
  generate_keys<T>(keys, values_of_keys<T>(problem, seed), problem, seed);
  return keys;
}

std::vector<std::uint8_t> dense_u8(const std::string& dist, std::size_t n) {
  return keys_of<std::uint8_t>(problem_with({{"dist", dist}}), n);
}

template <class Record>
std::span<const std::byte> bytes_of(const std::vector<Record>& records) {
  return std::as_bytes(std::span<const Record>(records));
}

// 0 once, 2 three times; 9 is not counted.
oracle small_oracle() {
  const std::vector<std::uint8_t> keys = {2, 0, 2, 9, 2};
  return oracle(std::span<const std::uint8_t>(keys), std::vector<std::uint8_t>{0, 1, 2, 3});
}

oracle_result judged(const std::vector<value_count>& table) {
  return small_oracle().judge_table(bytes_of(table));
}

TEST(count_oracle, counts_must_be_equal) {
  using counts = std::vector<std::uint32_t>;
  EXPECT_TRUE(small_oracle().judge_counts(bytes_of(counts{1, 0, 3, 0})).ok);
  const auto bad = small_oracle().judge_counts(bytes_of(counts{1, 0, 5, 1}));
  EXPECT_FALSE(bad.ok);
  EXPECT_EQ(bad.first_bad_index, 2u);
  EXPECT_EQ(bad.expected, "3");
  EXPECT_EQ(bad.got, "5");
  EXPECT_EQ(bad.error, 2);
}

TEST(count_oracle, tables_may_come_in_any_order_with_unused_records_between) {
  EXPECT_TRUE(judged({{0, 1}, {2, 3}, {0, 0}, {0, 0}}).ok);
  EXPECT_TRUE(judged({{77, 0}, {2, 3}, {2, 0}, {0, 1}}).ok);
}

TEST(count_oracle, a_value_in_two_records_is_named_even_if_they_add_up) {
  const auto bad = judged({{2, 3}, {0, 1}, {2, 3}, {0, 0}});
  EXPECT_FALSE(bad.ok);
  EXPECT_EQ(bad.first_bad_index, 2u);
  EXPECT_EQ(bad.expected, "2 in record 0 alone");
  EXPECT_FALSE(judged({{2, 1}, {0, 1}, {2, 2}, {0, 0}}).ok);
}

TEST(count_oracle, a_missing_value_is_named_behind_the_records) {
  const auto bad = judged({{0, 1}, {0, 0}, {0, 0}, {0, 0}});
  EXPECT_FALSE(bad.ok);
  EXPECT_EQ(bad.first_bad_index, 4u);
  EXPECT_EQ(bad.expected, "3 × 2");
  EXPECT_EQ(judged({{2, 3}, {0, 0}, {0, 0}, {0, 0}}).expected, "1 × 0");
}

TEST(count_oracle, wrong_counts_and_unknown_values_are_named) {
  const auto wrong = judged({{0, 1}, {2, 4}, {0, 0}, {0, 0}});
  EXPECT_FALSE(wrong.ok);
  EXPECT_EQ(wrong.first_bad_index, 1u);
  EXPECT_EQ(wrong.expected, "3 × 2");
  // 1 is a value that may occur but does not; 9 occurs but is not counted.
  EXPECT_EQ(judged({{0, 1}, {2, 3}, {1, 1}, {0, 0}}).first_bad_index, 2u);
  EXPECT_FALSE(judged({{0, 1}, {2, 3}, {9, 1}, {0, 0}}).ok);
}

TEST(count_oracle, signed_values_are_bits_with_zeros_in_front) {
  const std::vector<std::int32_t> keys = {-1, std::numeric_limits<std::int32_t>::min(), -1};
  const oracle truth(std::span<const std::int32_t>(keys), {keys[1], -1, 7});
  EXPECT_TRUE(truth.judge_table(bytes_of<value_count>({{0xffffffff, 2}, {0x80000000, 1}})).ok);
  EXPECT_FALSE(truth.judge_table(bytes_of<value_count>({{~0ull, 2}, {0x80000000, 1}})).ok);
}

TEST(count_keys, do_not_depend_on_how_many_there_are) {
  for (const auto& dist : key_distributions()) {
    if (dist == "sorted" || dist == "overflowing") continue;
    const auto few = dense_u8(dist, 1000), many = dense_u8(dist, 600'000);
    EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin())) << dist;
  }
}

TEST(count_keys, lie_in_the_bins_whatever_their_number) {
  for (const auto bins : {64, 100, 1000, 65536})
    for (const auto& dist : key_distributions()) {
      if (dist == "overflowing") continue;
      const auto keys = keys_of<std::uint32_t>(
          problem_with({{"type", "u32"}, {"bins", std::int64_t{bins}}, {"dist", dist}}), 20'000);
      EXPECT_LT(*std::max_element(keys.begin(), keys.end()), static_cast<std::uint32_t>(bins))
          << dist;
    }
}

TEST(count_keys, take_the_highest_and_the_lowest_bin) {
  for (const char* dist : {"uniform", "distinct", "sorted", "zipf"}) {
    const auto keys = dense_u8(dist, 200'000);
    EXPECT_EQ(*std::min_element(keys.begin(), keys.end()), 0) << dist;
    EXPECT_EQ(*std::max_element(keys.begin(), keys.end()), 255) << dist;
  }
}

// Shannon's entropy of a bit of the keys, over 8 bits.
double bit_entropy(const std::string& dist) {
  const auto keys = dense_u8(dist, 100'000);
  double ones = 0;
  for (const auto key : keys) ones += __builtin_popcount(key);
  const double p = ones / 8 / static_cast<double>(keys.size());
  return -p * std::log2(p) - (1 - p) * std::log2(1 - p);
}

TEST(count_keys, have_the_entropy_of_their_name) {
  EXPECT_NEAR(bit_entropy("uniform"), 1, 0.01);
  EXPECT_NEAR(bit_entropy("entropy_0.811"), 0.811, 0.01);
  EXPECT_NEAR(bit_entropy("entropy_0.544"), 0.544, 0.01);
  EXPECT_NEAR(bit_entropy("entropy_0.337"), 0.337, 0.01);
  EXPECT_NEAR(bit_entropy("entropy_0.201"), 0.201, 0.01);
}

TEST(count_keys, of_zipf_halve_from_the_first_bin_to_the_second) {
  std::map<int, double> counts;
  for (const auto key : dense_u8("zipf", 400'000)) ++counts[key];
  EXPECT_NEAR(counts[0] / counts[1], 2, 0.1);
  EXPECT_NEAR(counts[0] / counts[9], 10, 0.5);
}

TEST(count_keys, of_zipf_scattered_are_those_of_zipf_in_other_bins) {
  for (const std::int64_t bins : {64, 100, 256}) {
    const auto keys_with = [&](const char* dist) {
      return keys_of<std::uint32_t>(problem_with({{"type", "u32"}, {"bins", bins}, {"dist", dist}}),
                                    100'000);
    };
    const auto in_order = keys_with("zipf"), elsewhere = keys_with("zipf_scattered");
    std::map<std::uint32_t, std::uint32_t> bin_of_rank;
    for (std::size_t i = 0; i < in_order.size(); ++i)
      EXPECT_EQ(bin_of_rank.emplace(in_order[i], elsewhere[i]).first->second, elsewhere[i]);
    std::set<std::uint32_t> taken;
    for (const auto& [rank, bin] : bin_of_rank) taken.insert(bin);
    EXPECT_EQ(taken.size(), static_cast<std::size_t>(bins));
    EXPECT_GT(bin_of_rank[0], 0u);
  }
}

TEST(count_keys, take_the_highest_of_the_most_bins) {
  const std::int64_t bins = std::int64_t{1} << 24;
  const auto sorted = keys_of<std::uint32_t>(
      problem_with({{"type", "u32"}, {"bins", bins}, {"dist", "sorted"}}), std::size_t{1} << 25);
  EXPECT_EQ(sorted.front(), 0u);
  EXPECT_EQ(sorted.back(), bins - 1);
}

TEST(count_keys, that_overflow_are_half_of_all_and_reach_the_ends_of_the_type) {
  const auto keys =
      keys_of<std::int32_t>(problem_with({{"type", "i32"}, {"dist", "overflowing"}}), 100'000);
  const auto inside =
      std::count_if(keys.begin(), keys.end(), [](int key) { return 0 <= key && key < 256; });
  EXPECT_NEAR(static_cast<double>(inside) / 100'000, 0.5, 0.01);
  EXPECT_LT(*std::min_element(keys.begin(), keys.end()), -2'000'000'000);
  EXPECT_GT(*std::max_element(keys.begin(), keys.end()), 2'000'000'000);
}

TEST(count_keys, that_are_sparse_have_no_more_values_than_bins_and_the_extreme_ones) {
  const problem problem =
      problem_with({{"type", "u64"}, {"keys", "sparse"}, {"bins", std::int64_t{100}}});
  const auto keys = keys_of<std::uint64_t>(problem, 50'000);
  const std::set<std::uint64_t> values(keys.begin(), keys.end());
  EXPECT_EQ(values.size(), 100u);
  EXPECT_TRUE(values.contains(0));
  EXPECT_TRUE(values.contains(std::numeric_limits<std::uint64_t>::max()));
}

TEST(count_keys, that_are_sparse_and_sorted_ascend) {
  const auto keys = keys_of<std::int32_t>(
      problem_with({{"type", "i32"}, {"keys", "sparse"}, {"dist", "sorted"}}), 10'000);
  EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
  EXPECT_LT(keys.front(), 0);
}

TEST(count_family, judges_both_outputs_of_its_own_input) {
  const problem problem = problem_with({{"n", std::int64_t{5000}}, {"offset", std::int64_t{3}}});
  const auto instance = built_in_registry().find_family("count")->instance(problem, 7);
  const auto input = instance->input("input");
  ASSERT_EQ(input.size(), 5003u);
  std::vector<std::uint32_t> counts(256);
  for (const std::byte key : input.subspan(3)) ++counts[static_cast<std::size_t>(key)];
  EXPECT_TRUE(instance->check("counts", bytes_of(counts), {}).ok);
  std::vector<value_count> table(256);
  for (std::size_t i = 0; i < 256; ++i) table[255 - i] = {i, counts[i]};
  EXPECT_TRUE(instance->check("table", bytes_of(table), {}).ok);
  // A count of what is before the keys is detected.
  for (const std::byte key : input.first(3)) ++counts[static_cast<std::size_t>(key)];
  EXPECT_FALSE(instance->check("counts", bytes_of(counts), {}).ok);
}

TEST(count_family, objects_to_values_that_do_not_go_together) {
  const auto error = [](const std::vector<std::pair<std::string, parameter_value>>& with) {
    return built_in_registry().find_family("count")->problem_error(problem_with(with));
  };
  EXPECT_EQ(error({}), "");
  EXPECT_EQ(error({{"type", "u16"}, {"bins", std::int64_t{65536}}}), "");
  EXPECT_NE(error({{"bins", std::int64_t{257}}}).find("256 values"), std::string::npos);
  EXPECT_NE(error({{"keys", "sparse"}}), "");
  EXPECT_NE(error({{"dist", "overflowing"}}), "");
  EXPECT_EQ(error({{"dist", "overflowing"}, {"bins", std::int64_t{64}}}), "");
  EXPECT_NE(error({{"type", "u32"}, {"keys", "sparse"}, {"dist", "overflowing"}}), "");
}

}  // namespace
}  // namespace warpmark::count
