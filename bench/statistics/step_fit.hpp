#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpmark::statistics {

/// The best single step in a series: one mean before, another from `first_after` on.
struct step {
  std::size_t first_after = 0;  ///< Index of the first value of the new level.
  double before = 0;            ///< Mean of the values of the old level …
  double after = 0;             ///< … and of the new one.
  double f_statistic = 0;  ///< How much better two means fit than one; infinite for a perfect fit.
};

/// Least squares over all splits that leave at least `shortest` values per side; the first of
/// equally good ones. The F statistic is (n - 2) x (explained / unexplained squares) (Quandt, J.
/// American Statistical Association 55 (1960) 324-330). Its F distribution would hold for a split
/// known beforehand only: use step_p_value. Throws std::invalid_argument for a value that is not
/// finite, shortest = 0 and fewer than 2 x shortest values.
step fit_step(std::span<const double> series, std::size_t shortest = 2);

}  // namespace warpmark::statistics
