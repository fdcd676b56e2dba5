#include "bench/workers/work_queue.hpp"

#include <set>

#include <gtest/gtest.h>

#include "variants/registry.hpp"

namespace warpmark::workers {
namespace {

point make(std::int64_t n, std::int64_t block) {
  point result;
  result.of = find_variant("reduce/tree_sequential");
  result.asked.set("n", n);
  result.how.set("block", block);
  return result;
}

std::vector<point> grid() {
  std::vector<point> points;
  for (const std::int64_t n : {1, 2, 3})
    for (const std::int64_t block : {32, 64, 128, 256}) points.push_back(make(n, block));
  return points;
}

std::vector<std::string> all_of(work_queue& queue) {
  std::vector<std::string> keys;
  std::string problem;
  while (const auto next = queue.take(problem)) {
    problem = work_queue::problem_of(*next);
    keys.push_back(next->key());
  }
  return keys;
}

TEST(work_queue, keeps_the_order_of_the_sweep) {
  work_queue queue(grid(), std::nullopt);
  std::vector<std::string> expected;
  for (const point& each : grid()) expected.push_back(each.key());
  EXPECT_EQ(all_of(queue), expected);
  EXPECT_EQ(queue.left(), 0u);
}

TEST(work_queue, shuffles_within_problems_only_and_by_the_seed) {
  work_queue first(grid(), 1), again(grid(), 1), other(grid(), 2), plain(grid(), std::nullopt);
  const auto keys = all_of(first);
  EXPECT_EQ(keys, all_of(again));
  EXPECT_NE(keys, all_of(other));
  const auto unshuffled = all_of(plain);
  for (std::size_t group = 0; group < 3; ++group) {
    const auto at = static_cast<std::ptrdiff_t>(4 * group);
    EXPECT_EQ(std::set(keys.begin() + at, keys.begin() + at + 4),
              std::set(unshuffled.begin() + at, unshuffled.begin() + at + 4));
  }
}

TEST(work_queue, gives_each_worker_a_problem_of_its_own_while_there_are_some) {
  work_queue queue(grid(), std::nullopt);
  const auto first = queue.take(""), second = queue.take("");
  EXPECT_NE(work_queue::problem_of(*first), work_queue::problem_of(*second));
  EXPECT_EQ(work_queue::problem_of(*queue.take(work_queue::problem_of(*second))),
            work_queue::problem_of(*second));
}

TEST(work_queue, takes_back_what_was_not_begun) {
  work_queue queue(grid(), std::nullopt);
  std::deque<point> given;
  for (int i = 0; i < 3; ++i) given.push_back(*queue.take(work_queue::problem_of(make(1, 0))));
  queue.give_back(given);
  EXPECT_EQ(queue.left(), 12u);
  std::vector<std::string> expected;
  for (const point& each : grid()) expected.push_back(each.key());
  EXPECT_EQ(all_of(queue), expected);
}

}  // namespace
}  // namespace warpmark::workers
