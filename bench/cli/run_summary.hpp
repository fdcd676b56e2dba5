#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "bench/core/point.hpp"
#include "bench/journal/lines.hpp"

namespace warpmark {

/// The best configuration of each variant at the largest problem of each element type, and the
/// least cost at each n: what `run` prints at its end. Keeps only those, so that it may see any
/// number of measurements.
class run_summary {
 public:
  /// `line`: the measurement as the journal has it.
  void add(const point& of, const journal::json& line);

  /// A table, or "" if nothing was ok.
  std::string text() const;

  /// For each table of two variants or more: their speeds at its n, and how they change with n.
  std::string chart() const;

 private:
  struct row {
    std::int64_t n = 0;
    double cost = 0;  ///< Median ns, or warp instructions where there is no clock.
    point of;
    journal::json best;
    std::map<std::int64_t, double> costs = {};  ///< The least cost by n.
  };
  using by_variant = std::map<std::string, row>;
  static std::vector<const row*> ordered(const by_variant& rows);
  std::map<std::string, by_variant> rows_;  ///< By problem but n, then variant.
};

}  // namespace warpmark
