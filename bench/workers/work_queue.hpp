#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "bench/core/point.hpp"

namespace warpmark::workers {

/// The points that no worker has yet, problem by problem: points of one problem share their inputs
/// on the device, so a worker goes on with its problem as long as there are points of it.
class work_queue {
 public:
  /// With a seed, the points of each problem are shuffled by it: a drift of the machine then does
  /// not fall on one variant. Without, they stay in the order of the sweep.
  work_queue(std::vector<point> points, std::optional<std::uint64_t> shuffle_seed);

  /// A point for a worker whose last one was of `problem` (empty: none): of the same problem if
  /// there is one left, else of the first one that nobody
  /// has begun, else of any.
  std::optional<point> take(const std::string& problem);

  /// Gives back what a lost worker had not begun, in its order.
  void give_back(const std::deque<point>& points);

  std::size_t left() const { return left_; }

  /// "reduce[type=i32,n=1024,…]": what the inputs depend on.
  static std::string problem_of(const point& of);

 private:
  struct group {
    std::string problem;
    std::deque<point> points;
    bool taken = false;  // By some worker, at some time.
  };
  std::vector<group> groups_;
  std::size_t left_ = 0;
};

}  // namespace warpmark::workers
