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

/// The points that are not yet assigned, problem by problem. Points of one problem share their
/// inputs on the device, so a worker continues with its problem while it has points. Points are
/// created when they are taken, so that a plan may have any number of them.
class work_queue {
 public:
  /// With a seed, the points of each problem have a random order, so that drift does not affect
  /// only one variant. Without, they have the order of the plan. Points whose key `is_done` are
  /// skipped. The plan must outlive the queue.
  explicit work_queue(const planned_points& plan, std::optional<std::uint64_t> shuffle_seed = {},
                      std::function<bool(const std::string& key)> is_done = {});

  /// A point for a worker whose last one was of `problem` (empty: none): of the same problem if it
  /// has points left, else of the first one that is not started, else of any.
  std::optional<point> take(const std::string& problem);

  /// Returns the points that a lost worker had not started, in order.
  void put_back(const std::deque<point>& points);

  /// Number of points not taken, including those that are done.
  std::uint64_t left() const { return left_; }

  /// "reduce[type=i32,n=1024,…]": the key of the inputs.
  static std::string problem_of(const point& point) { return point.problem_key(); }

 private:
  // A started problem with points left.
  struct group {
    std::string problem;
    std::deque<point> first = {};  // Returned points.
    problem_points rest = {0, {}};
    index_permutation order = {};
    std::uint64_t next = 0;
    bool taken = false;  // By a worker, after points of it were returned.

    bool is_empty() const { return first.empty() && next == rest.count; }
  };

  std::optional<point> take_from(group& source);
  group* open_next();

  std::function<std::optional<problem_points>()> more_;
  std::function<bool(const std::string& key)> is_done_;
  std::optional<std::mt19937_64> random_;
  std::list<group> groups_;  // In plan order.
  std::uint64_t left_;
};

}  // namespace warpmark::workers
