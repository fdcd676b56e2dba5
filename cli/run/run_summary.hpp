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
/// shortest time at each n, printed at the end of `run`. Ranked by journal::objective_of; measured
/// and modelled times have separate tables, and configs without a time are listed without a rank.
/// Memory use does not grow with the number of measurements.
class run_summary {
 public:
  /// `line`: the measurement's line in the journal.
  void add(const point& point, const journal::json& line);

  /// A table, or "" if nothing was ok.
  std::string text() const;

  /// For each table of two or more variants: their speeds at its n, and as a function of n.
  std::string chart() const;

 private:
  struct row {
    std::int64_t n = 0;
    double ns = 0;  ///< The time it is ranked by; 0 if there is none.
    warpmark::point point;
    journal::json best;
    std::map<std::int64_t, double> times_ns = {};  ///< The shortest by n.
  };
  enum class basis { measured, modelled, counted };
  using by_variant = std::map<std::string, row>;
  static std::vector<const row*> ordered(const by_variant& variants);
  static std::string table(const std::string& heading, basis kind, const by_variant& variants);
  std::map<std::pair<std::string, basis>, by_variant>
      rows_;  ///< By problem without n, then variant.
};

}  // namespace warpmark
