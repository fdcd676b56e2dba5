#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/core/point.hpp"
#include "bench/journal/lines.hpp"

namespace warpmark {

/// The best configuration of each variant at the largest problem of each element type, and the
/// least time at each n: what `run` prints at its end. Best by journal::objective_of; what was
/// measured and what was modelled have tables of their own, and what has neither time is listed
/// without a rank. Keeps only those, so that it may see any number of measurements.
class run_summary {
 public:
  /// `line`: the measurement as the journal has it.
  void add(const point& point, const journal::json& line);

  /// A table, or "" if nothing was ok.
  std::string text() const;

  /// For each table of two variants or more: their speeds at its n, and how they change with n.
  std::string chart() const;

 private:
  struct row {
    std::int64_t n = 0;
    double ns = 0;  ///< By which it is ranked; 0 where there is no time.
    warpmark::point point;
    journal::json best;
    std::map<std::int64_t, double> times_ns = {};  ///< The least by n.
  };
  enum class basis { measured, modelled, counted };
  using by_variant = std::map<std::string, row>;
  static std::vector<const row*> ordered(const by_variant& rows);
  static std::string table(const std::string& heading, basis kind, const by_variant& rows);
  std::map<std::pair<std::string, basis>, by_variant> rows_;  ///< By problem but n, then variant.
};

}  // namespace warpmark
