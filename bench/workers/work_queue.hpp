#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <optional>
#include <random>
#include <string>

#include "bench/core/index_permutation.hpp"
#include "bench/core/planned_points.hpp"

namespace warpmark::workers {

/// The points that no worker has yet, problem by problem: points of one problem share their inputs
/// on the device, so a worker goes on with its problem as long as there are points of it. Points
/// are made as they are taken, so that a plan may have any number of them.
class work_queue {
 public:
  /// With a seed, the points of each problem come in a random order that it decides: a drift of the
  /// machine then does not fall on one variant. Without, they stay in the order of the plan. Points
  /// whose key `is_done` are passed over. The plan must outlive the queue.
  explicit work_queue(const planned_points& plan, std::optional<std::uint64_t> shuffle_seed = {},
                      std::function<bool(const std::string& key)> is_done = {});

  /// A point for a worker whose last one was of `problem` (empty: none): of the same problem if
  /// there is one left, else of the first one that nobody
  /// has begun, else of any.
  std::optional<point> take(const std::string& problem);

  /// Gives back what a lost worker had not begun, in its order.
  void give_back(const std::deque<point>& points);

  /// Points that were not taken, those among them that are done.
  std::uint64_t left() const { return left_; }

  /// "reduce[type=i32,n=1024,…]": what the inputs depend on.
  static std::string problem_of(const point& point) { return point.problem_key(); }

 private:
  // A problem that was begun and has points left.
  struct group {
    std::string problem;
    std::deque<point> first = {};  // Given back.
    problem_points rest = {0, {}};
    index_permutation order = {};
    std::uint64_t next = 0;
    bool taken = false;  // By some worker, since points of it were given back.

    bool is_empty() const { return first.empty() && next == rest.count; }
  };

  std::optional<point> take_from(group& of);
  group* open_next();

  std::function<std::optional<problem_points>()> more_;
  std::function<bool(const std::string& key)> is_done_;
  std::optional<std::mt19937_64> random_;
  std::list<group> groups_;  // In the order of the plan.
  std::uint64_t left_;
};

}  // namespace warpmark::workers
