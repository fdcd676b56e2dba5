// The oracle of sorted runs must pass what is right, refuse what is nearly right, and name the
// place.

#include "variants/contract/sorted_runs.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "variants/contract/distribution.hpp"
#include "variants/contract/key_order.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

using integers = std::vector<std::int32_t>;
using floats = std::vector<float>;
using indices = std::vector<std::uint32_t>;

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

template <class T>
oracle_result judged_keys(const std::vector<T>& input, std::size_t run,
                          const std::vector<T>& output) {
  return sorted_runs<T>(input, run).judge_keys(std::as_bytes(std::span(output)));
}

template <class T>
oracle_result judged_payload(const std::vector<T>& input, std::size_t run, const indices& output,
                             bool stable = false) {
  return sorted_runs<T>(input, run).judge_payload(std::as_bytes(std::span(output)), stable);
}

template <class T>
std::vector<T> drawn_keys(const std::string& distribution, std::size_t n) {
  std::vector<T> keys(n);
  generate<T>(keys, distribution, 5);
  return keys;
}

template <class T>
std::vector<T> with_sorted_runs(std::vector<T> keys, std::size_t run) {
  sort_runs<T>(keys, run);
  return keys;
}

// The indices that stable sorting of each run puts in order.
template <class T>
indices stable_indices(const std::vector<T>& keys, std::size_t run) {
  indices order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t begin = 0; begin < order.size(); begin += run) {
    const auto first = order.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last =
        order.begin() + static_cast<std::ptrdiff_t>(std::min(begin + run, order.size()));
    std::stable_sort(first, last, [&](std::uint32_t a, std::uint32_t b) {
      return order_of(keys[a]) < order_of(keys[b]);
    });
  }
  return order;
}

TEST(sorted_runs, of_every_length_pass) {
  for (const std::size_t n : {0, 1, 2, 1000})
    for (const std::size_t run : {1, 3, 64, 999, 1000, 5000})
      for (const char* distribution : {"uniform", "few_distinct", "constant", "special"}) {
        const auto keys = drawn_keys<double>(distribution, n);
        EXPECT_TRUE(judged_keys(keys, run, with_sorted_runs(keys, run)).ok) << n << ' ' << run;
        EXPECT_TRUE(judged_payload(keys, run, stable_indices(keys, run), true).ok) << n;
      }
}

TEST(sorted_runs, one_swap_is_found_wherever_it_stands) {
  const auto keys = drawn_keys<std::int32_t>("distinct", 1000);  // 64 pieces of 15 or 16
  const auto right = with_sorted_runs(keys, 300);
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (i % 300 == 0) continue;
    auto output = right;
    std::swap(output[i - 1], output[i]);
    const auto result = judged_keys(keys, 300, output);
    ASSERT_FALSE(result.ok) << i;
    ASSERT_EQ(result.first_bad_index, i);
    ASSERT_EQ(result.got, std::to_string(output[i]));
  }
}

TEST(sorted_runs, a_lost_or_repeated_key_is_named) {
  const integers keys = {5, 3, 9, 3};
  const auto result = judged_keys(keys, 4, {3, 5, 5, 9});
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.first_bad_index, 1u);
  EXPECT_EQ(result.expected, "3");
  EXPECT_EQ(result.got, "5");
  EXPECT_EQ(judged_keys(keys, 4, {3, 3, 5, 8}).first_bad_index, 3u);
  // Sums and exclusive ors of keys do not tell these apart.
  EXPECT_FALSE(judged_keys<std::int32_t>({1, 4}, 2, {2, 3}).ok);
  EXPECT_FALSE(judged_keys<std::int32_t>({7, 7, 1}, 3, {1, 1, 1}).ok);
}

TEST(sorted_runs, keys_stay_within_their_run) {
  const integers keys = {4, 3, 2, 1, 0};
  EXPECT_TRUE(judged_keys(keys, 2, {3, 4, 1, 2, 0}).ok);
  const auto all_sorted = judged_keys(keys, 2, {0, 1, 2, 3, 4});
  EXPECT_FALSE(all_sorted.ok);
  EXPECT_EQ(all_sorted.first_bad_index, 0u);
  EXPECT_EQ(judged_keys(keys, 2, {3, 4, 0, 1, 2}).first_bad_index, 2u);
  EXPECT_EQ(judged_keys(keys, 2, {3, 4, 1, 2, 2}).first_bad_index, 4u);  // the last, shorter run
}

TEST(sorted_runs, zeros_may_stand_in_any_order_but_keep_their_signs) {
  const floats keys = {0.0f, -1, -0.0f, 1, -0.0f};
  EXPECT_TRUE(judged_keys(keys, 5, {-1, -0.0f, -0.0f, 0.0f, 1}).ok);
  EXPECT_TRUE(judged_keys(keys, 5, {-1, 0.0f, -0.0f, -0.0f, 1}).ok);
  EXPECT_FALSE(judged_keys(keys, 5, {-1, 0.0f, 0.0f, -0.0f, 1}).ok);
  EXPECT_TRUE(judged_payload(keys, 5, {1, 0, 2, 4, 3}, true).ok);
  EXPECT_TRUE(judged_payload(keys, 5, {1, 4, 2, 0, 3}).ok);
  EXPECT_TRUE(judged_payload(keys, 5, {1, 2, 4, 0, 3}, true).ok);
  EXPECT_EQ(judged_payload(keys, 5, {1, 0, 4, 2, 3}, true).first_bad_index, 3u);
}

TEST(sorted_runs, of_an_input_are_sorted_whether_or_not_zeros_are_equal) {
  const auto keys = with_sorted_runs<float>({0.0f, -0.0f, -1, 0.0f, -0.0f, 5}, 4);
  const floats expected = {-1, -0.0f, 0.0f, 0.0f, -0.0f, 5};
  for (std::size_t i = 0; i < keys.size(); ++i)
    EXPECT_EQ(total_order_of(keys[i]), total_order_of(expected[i])) << i;
}

TEST(sorted_runs, nans_stand_at_the_ends_by_their_signs) {
  const floats keys = {nan, 1, -nan, inf, -inf};
  EXPECT_TRUE(judged_keys(keys, 5, {-nan, -inf, 1, inf, nan}).ok);
  EXPECT_EQ(judged_keys(keys, 5, {-nan, -inf, nan, 1, inf}).first_bad_index, 3u);
  EXPECT_EQ(judged_keys(keys, 5, {nan, -nan, -inf, 1, inf}).first_bad_index, 1u);
  EXPECT_FALSE(judged_keys(keys, 5, {-inf, 1, inf, nan, nan}).ok);   // lost its sign
  EXPECT_FALSE(judged_keys(keys, 5, {-nan, -inf, 1, inf, inf}).ok);  // lost
}

TEST(sorted_runs, payloads_name_keys_that_ascend) {
  const integers keys = {5, 3, 9};
  EXPECT_TRUE(judged_payload(keys, 3, {1, 0, 2}).ok);
  EXPECT_EQ(judged_payload(keys, 3, {0, 1, 2}).first_bad_index, 1u);
  EXPECT_EQ(judged_payload(keys, 3, {1, 2, 0}).first_bad_index, 2u);
}

TEST(sorted_runs, equal_keys_keep_their_order_where_that_is_guaranteed) {
  const integers keys = {2, 1, 2, 1};
  EXPECT_TRUE(judged_payload(keys, 4, {1, 3, 0, 2}, true).ok);
  EXPECT_TRUE(judged_payload(keys, 4, {3, 1, 0, 2}, false).ok);
  const auto result = judged_payload(keys, 4, {3, 1, 0, 2}, true);
  EXPECT_EQ(result.first_bad_index, 1u);
  EXPECT_EQ(result.got, "1");
}

TEST(sorted_runs, a_payload_stands_once_and_within_its_run) {
  const integers keys = {1, 1, 1, 1};
  EXPECT_TRUE(judged_payload(keys, 2, {1, 0, 3, 2}).ok);
  EXPECT_EQ(judged_payload(keys, 2, {0, 2, 1, 3}).first_bad_index, 1u);
  EXPECT_EQ(judged_payload(keys, 2, {0, 0, 2, 3}).first_bad_index, 1u);
  EXPECT_EQ(judged_payload(keys, 4, {0, 3, 2, 3}).first_bad_index, 3u);
  EXPECT_EQ(judged_payload(keys, 4, {0, 1, 2, 4}).first_bad_index, 3u);
  EXPECT_EQ(judged_payload(keys, 4, {0, 1, 0xcdcdcdcd, 2}).first_bad_index, 2u);
}

TEST(sorted_runs, poisoned_outputs_fail) {
  const auto keys = drawn_keys<std::uint64_t>("uniform", 500);
  const std::vector<std::uint64_t> poison(500, 0xcdcdcdcdcdcdcdcd);
  EXPECT_FALSE(judged_keys(keys, 500, poison).ok);
  EXPECT_FALSE(judged_keys(keys, 1, poison).ok);
  EXPECT_FALSE(judged_payload(keys, 500, indices(500, 0xcdcdcdcd)).ok);
}

// Families hand their instance's truth on.
problem base_problem(const family& family) {
  problem problem;
  for (const auto& along : family.axes) problem.set(along.name, along.base);
  problem.set("n", std::int64_t{100});
  problem.set("payload", "u32");
  return problem;
}

TEST(sort_family, judges_the_whole_as_one_run) {
  const family& family = *built_in_registry().find_family("sort");
  problem problem = base_problem(family);
  problem.set("offset", std::int64_t{3});
  const auto truth = family.instance(problem, 1);
  const auto bytes = truth->input("input");
  ASSERT_EQ(bytes.size(), 103 * sizeof(std::int32_t));
  const auto* first = reinterpret_cast<const std::int32_t*>(bytes.data()) + 3;
  const integers keys(first, first + 100);
  const auto right = with_sorted_runs(keys, 100);
  EXPECT_TRUE(truth->check("output", std::as_bytes(std::span(right)), {}).ok);
  const auto order = stable_indices(keys, 100);
  EXPECT_TRUE(truth->check("output_payload", std::as_bytes(std::span(order)), {.stable = true}).ok);
  EXPECT_FALSE(truth->check("output", std::as_bytes(std::span(keys)), {}).ok);
  EXPECT_THROW(truth->check("output", {}, {}), std::out_of_range);
  EXPECT_THROW(truth->check("histogram", {}, {}), std::out_of_range);
  EXPECT_EQ(family.compulsory_bytes(problem), 2 * 100u * 8);
}

TEST(merge_family, gives_sorted_runs_and_asks_for_longer_ones) {
  const family& family = *built_in_registry().find_family("merge");
  problem problem = base_problem(family);
  problem.set("run", std::int64_t{8});
  problem.set("ways", std::int64_t{4});
  const auto truth = family.instance(problem, 1);
  const auto bytes = truth->input("input");
  const auto* first = reinterpret_cast<const std::int32_t*>(bytes.data());
  const integers keys(first, first + 100);
  EXPECT_EQ(with_sorted_runs(keys, 8), keys);
  EXPECT_FALSE(truth->check("output", bytes, {}).ok);
  const auto right = with_sorted_runs(keys, 32), too_far = with_sorted_runs(keys, 64);
  EXPECT_TRUE(truth->check("output", std::as_bytes(std::span(right)), {}).ok);
  EXPECT_FALSE(truth->check("output", std::as_bytes(std::span(too_far)), {}).ok);
}

}  // namespace
}  // namespace warpmark
