// The oracle of partitions must pass what is right, in any order that is allowed, and refuse what
// is nearly right.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "variants/partition/shared/elements.hpp"
#include "variants/partition/shared/oracle.hpp"
#include "variants/registry.hpp"

namespace warpmark::partition {
namespace {

using words = std::vector<std::uint32_t>;
using floats = std::vector<float>;
using counts = std::vector<std::uint64_t>;

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span<const T>(values));
}

// Two parts of these, at most 5 and above: 3 1 5 | 9 7 6.
const words small = {9, 3, 1, 7, 5, 6};

oracle_result judged(const words& output, unsigned in_order = 0) {
  return split_oracle<std::uint32_t>(small, 5, 2).judge_elements(bytes_of(output), in_order);
}

oracle_result judged_indices(const words& output, unsigned in_order = 0) {
  return split_oracle<std::uint32_t>(small, 5, 2).judge_payload(bytes_of(output), in_order);
}

problem problem_with(const std::vector<std::pair<std::string, parameter_value>>& with) {
  problem problem;
  for (const auto& along : built_in_registry().find_family("partition")->axes)
    problem.set(along.name, along.base);
  for (const auto& [name, value] : with) problem.set(name, value);
  return problem;
}

TEST(partition_oracle, parts_may_be_in_any_order_unless_one_is_guaranteed) {
  EXPECT_TRUE(judged({1, 5, 3, 6, 7, 9}).ok);
  EXPECT_TRUE(judged({3, 1, 5, 6, 7, 9}, 1).ok);  // as CUB: what was selected is in order
  EXPECT_TRUE(judged({3, 1, 5, 9, 7, 6}, 2).ok);
  const auto swapped = judged({1, 3, 5, 9, 7, 6}, 1);
  EXPECT_FALSE(swapped.ok);
  EXPECT_EQ(swapped.first_bad_index, 0u);
  const auto reversed = judged({3, 1, 5, 6, 7, 9}, 2);
  EXPECT_FALSE(reversed.ok);
  EXPECT_EQ(reversed.first_bad_index, 3u);
  EXPECT_EQ(reversed.got, "6");
}

TEST(partition_oracle, an_element_on_the_wrong_side_is_named) {
  const auto bad = judged({3, 1, 9, 5, 7, 6});
  EXPECT_FALSE(bad.ok);
  EXPECT_EQ(bad.first_bad_index, 2u);
  EXPECT_EQ(bad.expected, "an element of at most 5");
  EXPECT_EQ(bad.got, "9");
}

TEST(partition_oracle, a_lost_or_repeated_element_is_named) {
  const auto bad = judged({3, 1, 1, 9, 7, 6});
  EXPECT_FALSE(bad.ok);
  EXPECT_EQ(bad.first_bad_index, 2u);
  EXPECT_EQ(bad.expected, "5, which the input has");
  EXPECT_EQ(bad.got, "1");
  EXPECT_FALSE(judged({3, 1, 5, 9, 7, 7}).ok);
  // Sums do not tell these apart: 3 + 1 + 5 and 4 + 0 + 5.
  EXPECT_FALSE(judged({4, 0, 5, 9, 7, 6}).ok);
}

TEST(partition_oracle, a_slot_that_nobody_wrote_is_found_on_either_side) {
  constexpr std::uint32_t poison = 0xcdcdcdcd;
  EXPECT_EQ(judged({3, poison, 5, 9, 7, 6}).first_bad_index, 1u);
  const auto on_its_side = judged({3, 1, 5, 9, poison, 6});
  EXPECT_FALSE(on_its_side.ok);
  EXPECT_EQ(on_its_side.first_bad_index, 4u);
  EXPECT_FALSE(judged_indices({1, 2, 4, poison, 3, 5}).ok);
}

TEST(partition_oracle, a_wrong_count_is_found) {
  const split_oracle<std::uint32_t> two(small, 5, 2), three(small, 5, 3);
  EXPECT_TRUE(two.judge_counts(bytes_of(counts{3})).ok);
  const auto bad = two.judge_counts(bytes_of(counts{4}));
  EXPECT_EQ(bad.expected, "3");
  EXPECT_EQ(bad.got, "4");
  EXPECT_EQ(bad.error, 1);
  EXPECT_TRUE(three.judge_counts(bytes_of(counts{2, 1})).ok);
  EXPECT_EQ(three.judge_counts(bytes_of(counts{2, 2})).first_bad_index, 1u);
}

TEST(partition_oracle, three_parts_have_the_equal_ones_in_the_middle) {
  const split_oracle<std::uint32_t> three(small, 5, 3);
  EXPECT_TRUE(three.judge_elements(bytes_of(words{1, 3, 5, 6, 7, 9}), 0).ok);
  EXPECT_EQ(three.judge_elements(bytes_of(words{1, 5, 3, 6, 7, 9}), 0).first_bad_index, 1u);
  EXPECT_EQ(three.judge_elements(bytes_of(words{1, 3, 6, 5, 7, 9}), 0).expected,
            "an element equal to 5");
}

TEST(partition_oracle, nans_go_right_and_zeros_of_either_sign_are_equal) {
  const floats elements = {nan, -0.0f, inf, 0.0f, -inf, -nan};
  const split_oracle<float> two(elements, 0.0f, 2), three(elements, 0.0f, 3);
  EXPECT_TRUE(two.judge_counts(bytes_of(counts{3})).ok);
  EXPECT_TRUE(two.judge_elements(bytes_of(floats{-0.0f, 0.0f, -inf, nan, inf, -nan}), 2).ok);
  EXPECT_TRUE(two.judge_elements(bytes_of(floats{-inf, 0.0f, -0.0f, nan, -nan, inf}), 0).ok);
  EXPECT_FALSE(two.judge_elements(bytes_of(floats{-inf, 0.0f, 0.0f, nan, -nan, inf}), 0).ok);
  EXPECT_FALSE(two.judge_elements(bytes_of(floats{-inf, 0.0f, nan, -0.0f, -nan, inf}), 0).ok);
  EXPECT_TRUE(three.judge_counts(bytes_of(counts{1, 2})).ok);
  EXPECT_TRUE(three.judge_elements(bytes_of(floats{-inf, 0.0f, -0.0f, nan, -nan, inf}), 0).ok);
}

TEST(partition_oracle, payloads_name_elements_of_their_part_once_each) {
  EXPECT_TRUE(judged_indices({4, 1, 2, 5, 3, 0}).ok);
  EXPECT_TRUE(judged_indices({1, 2, 4, 5, 3, 0}, 1).ok);
  EXPECT_TRUE(judged_indices({1, 2, 4, 0, 3, 5}, 2).ok);
  EXPECT_EQ(judged_indices({2, 1, 4, 0, 3, 5}, 1).first_bad_index, 1u);
  EXPECT_EQ(judged_indices({1, 2, 4, 5, 3, 0}, 2).first_bad_index, 4u);
  EXPECT_EQ(judged_indices({1, 0, 4, 2, 3, 5}).first_bad_index, 1u);
  EXPECT_EQ(judged_indices({1, 2, 2, 0, 3, 5}).first_bad_index, 2u);
  EXPECT_EQ(judged_indices({1, 2, 6, 0, 3, 5}).first_bad_index, 2u);
}

// In pieces, which are judged side by side.
TEST(partition_oracle, large_partitions_are_judged_to_the_last_element) {
  words input(1000);
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::uint32_t>(i * 7919);
  const std::uint32_t pivot = 4'000'000;
  words output = input;
  std::stable_partition(output.begin(), output.end(),
                        [=](std::uint32_t value) { return value <= pivot; });
  const split_oracle<std::uint32_t> truth(input, pivot, 2);
  ASSERT_TRUE(truth.judge_elements(bytes_of(output), 2).ok);
  for (std::size_t i = 1; i < output.size(); ++i) {
    auto swapped = output;
    std::swap(swapped[i - 1], swapped[i]);
    EXPECT_FALSE(truth.judge_elements(bytes_of(swapped), 2).ok) << i;
    EXPECT_EQ(truth.judge_elements(bytes_of(swapped), 0).ok, i != truth.size_of(0)) << i;
    auto changed = output;
    ++changed[i];
    EXPECT_FALSE(truth.judge_elements(bytes_of(changed), 0).ok) << i;
  }
}

// How many of the problem's elements are at most its pivot.
template <class T>
double share_of_left(const problem& problem, std::size_t n) {
  std::vector<T> elements(n);
  generate_elements<T>(elements, problem, 3);
  const T pivot = pivot_of<T>(problem);
  return static_cast<double>(
             std::count_if(elements.begin(), elements.end(), [=](T x) { return x <= pivot; })) /
         static_cast<double>(n);
}

TEST(partition_pivot, meets_the_selectivity) {
  constexpr std::size_t n = 20'000;
  for (const std::int64_t percent : {0, 1, 50, 99, 100}) {
    const double asked_for = static_cast<double>(percent) / 100;
    for (const char* dist : {"uniform", "sorted"}) {
      const auto problem = problem_with(
          {{"selectivity", percent}, {"dist", dist}, {"n", static_cast<std::int64_t>(n)}});
      EXPECT_NEAR(share_of_left<std::uint32_t>(problem, n), asked_for, 0.01) << dist << percent;
      EXPECT_NEAR(share_of_left<std::int32_t>(problem, n), asked_for, 0.01) << dist << percent;
      EXPECT_NEAR(share_of_left<float>(problem, n), asked_for, 0.01) << dist << percent;
      EXPECT_NEAR(share_of_left<std::uint64_t>(problem, n), asked_for, 0.01) << dist << percent;
    }
  }
  for (const std::int64_t all : {0, 100}) {
    const auto problem = problem_with({{"selectivity", all}});
    EXPECT_EQ(share_of_left<float>(problem, n), static_cast<double>(all) / 100);
    EXPECT_EQ(share_of_left<std::uint64_t>(problem, n), static_cast<double>(all) / 100);
  }
}

TEST(partition_pivot, is_equal_to_constant_elements_and_to_every_other_of_alternating_ones) {
  EXPECT_EQ(pivot_of<float>(problem_with({{"dist", "constant"}})), 1.0f);
  EXPECT_EQ(share_of_left<std::uint32_t>(problem_with({{"dist", "constant"}}), 100), 1.0);
  EXPECT_EQ(share_of_left<std::int32_t>(problem_with({{"dist", "alternating"}}), 100), 0.5);
  EXPECT_EQ(share_of_left<std::uint64_t>(problem_with({{"dist", "alternating"}}), 100), 0.5);
}

// The article prints its numbers: 100 of them, of which 55 are at most 1000.
TEST(partition_pivot, splits_the_published_numbers_as_the_article_prints) {
  const problem problem = problem_with({{"dist", "published"}, {"n", std::int64_t{100}}});
  std::vector<std::int32_t> elements(100);
  generate_elements<std::int32_t>(elements, problem, 1);
  const split_oracle<std::int32_t> truth(elements, pivot_of<std::int32_t>(problem), 2);
  EXPECT_EQ(truth.size_of(0), 55u);
  const std::vector<std::int64_t> of_warps = {17, 18, 18, 2};
  for (std::size_t warp = 0; warp < of_warps.size(); ++warp) {
    const auto first = elements.begin() + static_cast<std::ptrdiff_t>(32 * warp);
    const auto last = warp == 3 ? elements.end() : first + 32;
    EXPECT_EQ(std::count_if(first, last, [](std::int32_t x) { return x <= 1000; }), of_warps[warp]);
  }
  EXPECT_EQ(elements[3], 180);  // as it prints those of the first warp
  EXPECT_EQ(elements[8], 1100);
}

TEST(partition_family, judges_by_its_pivot_what_lies_behind_the_offset) {
  const family& family = *built_in_registry().find_family("partition");
  const problem problem = problem_with({{"n", std::int64_t{100}},
                                        {"dist", "published"},
                                        {"offset", std::int64_t{3}},
                                        {"payload", "u32"}});
  const auto truth = family.instance(problem, 1);
  const auto bytes = truth->input("input");
  ASSERT_EQ(bytes.size(), 103 * sizeof(std::uint32_t));
  words output(reinterpret_cast<const std::uint32_t*>(bytes.data()) + 3,
               reinterpret_cast<const std::uint32_t*>(bytes.data()) + 103);
  std::stable_partition(output.begin(), output.end(), [](auto x) { return x <= 1000; });
  EXPECT_TRUE(truth->check("output", bytes_of(output), {.stable = true}).ok);
  std::reverse(output.begin() + 55, output.end());
  EXPECT_TRUE(truth->check("output", bytes_of(output), {.selected_in_order = true}).ok);
  EXPECT_FALSE(truth->check("output", bytes_of(output), {.stable = true}).ok);
  EXPECT_TRUE(truth->check("counts", bytes_of(counts{55}), {}).ok);
  EXPECT_FALSE(truth->check("counts", bytes_of(counts{45}), {}).ok);
  EXPECT_THROW(truth->check("output", {}, {}), std::out_of_range);
  EXPECT_EQ(family.compulsory_bytes(problem), 2 * 100u * 8);
}

}  // namespace
}  // namespace warpmark::partition
