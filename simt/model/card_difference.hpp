#pragma once

#include <string>
#include <vector>

#include "simt/model/card_file.hpp"

namespace warpmark::model {

/// A constant of which two calibrations have different values.
struct constant_difference {
  std::string key;
  double before = 0, after = 0;

  /// The larger over the smaller value, minus 1; infinite if one of them is zero.
  double fraction() const;
};

/// The constants that differ by more than `tolerance`, a fraction, the largest difference first.
/// Increments that may be zero count only where they differ by more than `min_increment`, because
/// the noise of a difference is relative to what it is a difference of.
std::vector<constant_difference> differing_constants(const card_file& before,
                                                     const card_file& after, double tolerance,
                                                     double min_increment = 1);

}  // namespace warpmark::model
