#include "bench/workers/work_queue.hpp"

#include <set>

#include <gtest/gtest.h>

#include "variants/registry.hpp"

namespace warpmark::workers {
namespace {

point make(std::int64_t n, std::int64_t block) {
  point result;
  result.variant = built_in_registry().find_variant("reduce/tree_sequential");
  result.problem.set("n", n);
  result.config.set("block", block);
  return result;
}

listed_points grid() {
  std::vector<point> all;
  for (const std::int64_t n : {1, 2, 3})
    for (const std::int64_t block : {32, 64, 128, 256}) all.push_back(make(n, block));
  return listed_points(std::move(all));
}

std::vector<std::string> keys_of(const planned_points& plan) {
  std::vector<std::string> keys;
  for_each_point(plan, [&](const point& point) { keys.push_back(point.key()); });
  return keys;
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
  const auto plan = grid();
  work_queue queue(plan);
  EXPECT_EQ(all_of(queue), keys_of(plan));
  EXPECT_EQ(queue.left(), 0u);
}

TEST(work_queue, shuffles_within_problems_only_and_by_the_seed) {
  const auto plan = grid();
  work_queue first(plan, 1), again(plan, 1), other(plan, 2), plain(plan);
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
  const auto plan = grid();
  work_queue queue(plan);
  const auto first = queue.take(""), second = queue.take("");
  EXPECT_NE(work_queue::problem_of(*first), work_queue::problem_of(*second));
  EXPECT_EQ(work_queue::problem_of(*queue.take(work_queue::problem_of(*second))),
            work_queue::problem_of(*second));
}

TEST(work_queue, takes_back_what_was_not_begun) {
  const auto plan = grid();
  work_queue queue(plan);
  std::deque<point> given;
  for (int i = 0; i < 3; ++i) given.push_back(*queue.take(work_queue::problem_of(make(1, 0))));
  queue.put_back(given);
  EXPECT_EQ(queue.left(), 12u);
  EXPECT_EQ(all_of(queue), keys_of(plan));
}

TEST(work_queue, takes_back_points_of_a_problem_that_was_taken_as_a_whole) {
  const auto plan = grid();
  work_queue queue(plan);
  std::deque<point> given;
  for (int i = 0; i < 5; ++i) given.push_back(*queue.take(work_queue::problem_of(make(1, 0))));
  given.pop_back();  // Of the next problem, and measured.
  queue.put_back(given);
  // Points that were not begun come before the rest of those that were.
  const auto keys = keys_of(plan);
  std::vector<std::string> expected(keys.begin(), keys.begin() + 4);
  expected.insert(expected.end(), keys.begin() + 8, keys.end());
  expected.insert(expected.end(), keys.begin() + 5, keys.begin() + 8);
  EXPECT_EQ(all_of(queue), expected);
}

TEST(work_queue, passes_over_what_is_done) {
  const auto plan = grid();
  const auto keys = keys_of(plan);
  const std::set<std::string> done(keys.begin(), keys.begin() + 6);
  work_queue queue(plan, 1, [&](const std::string& key) { return done.contains(key); });
  const auto left = all_of(queue);
  EXPECT_EQ(std::set(left.begin(), left.end()), std::set(keys.begin() + 6, keys.end()));
  EXPECT_EQ(queue.left(), 0u);
}

// A trillion points of a trillion problems that each have a trillion: none is made but for a
// worker.
class endless_points : public planned_points {
 public:
  std::uint64_t count() const override { return 1'000'000'000'000; }
  std::map<const variant*, std::uint64_t> count_by_variant() const override { return {}; }
  std::map<std::string, std::uint64_t> pruned() const override { return {}; }
  std::function<bool(const std::string&)> membership() const override { return {}; }
  std::function<std::optional<problem_points>()> problems() const override {
    return [this, n = std::int64_t{0}]() mutable {
      ++n;
      return std::optional<problem_points>({1'000'000'000'000, [this, n](std::uint64_t place) {
                                              ++made;
                                              return make(n, static_cast<std::int64_t>(place));
                                            }});
    };
  }
  mutable std::uint64_t made = 0;
};

TEST(work_queue, makes_points_as_they_are_taken) {
  const endless_points plan;
  for (const auto seed : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(7)}) {
    plan.made = 0;
    work_queue queue(plan, seed);
    EXPECT_EQ(plan.made, 0u);
    std::set<std::string> keys;
    std::string problem;
    for (int i = 0; i < 1000; ++i) {
      const auto next = queue.take(problem);
      ASSERT_TRUE(next);
      problem = work_queue::problem_of(*next);
      keys.insert(next->key());
      EXPECT_EQ(next->problem.integer("n"), 1);
    }
    EXPECT_EQ(keys.size(), 1000u);
    EXPECT_LE(plan.made, 1001u);  // One shows which problem it is.
    EXPECT_EQ(queue.left(), plan.count() - 1000);
    EXPECT_EQ(queue.take("")->problem.integer("n"), 2) << "a worker without a problem begins one";
  }
}

}  // namespace
}  // namespace warpmark::workers
