#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "bench/core/point.hpp"
#include "bench/space/config_choice.hpp"

namespace warpmark::tuning {

/// Times of points before they are measured: modelled ones, or those of another card. Only their
/// ratios within a problem matter.
class expected_times {
 public:
  struct entry {
    warpmark::point point;
    double ns = 0;
  };

  /// The last time of a point replaces earlier ones.
  void add(const point& point, double ns);

  /// The expected times of a variant's configs at a problem.
  std::vector<entry> of(const variant& variant, const problem& problem) const;

  /// The points of these variants and their problem, the fastest first.
  std::vector<point> fastest(std::span<const config_choice> choices, std::size_t max_count) const;

  /// The number of points.
  std::size_t size() const;

 private:
  std::map<std::string, std::map<std::string, entry>> entries_;  ///< By "variant[problem]" and key.
};

}  // namespace warpmark::tuning
