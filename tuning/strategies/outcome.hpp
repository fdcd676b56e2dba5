#pragma once

#include <optional>
#include <string>

namespace warpmark::tuning {

/// What came of a config.
struct outcome {
  std::optional<double> time = {};  ///< What is minimised, above zero, in any unit; nothing if it
                                    ///< does not run or does not answer rightly.
  std::string reason = {};          ///< Why there is no time.
  double cost_s = 0;                ///< What it took to find out, in seconds of the wall clock.
};

}  // namespace warpmark::tuning
