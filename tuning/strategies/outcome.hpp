#pragma once

#include <optional>
#include <string>

namespace warpmark::tuning {

/// The result of evaluating a config.
struct outcome {
  std::optional<double> time = {};  ///< The objective, above zero, in any unit; nullopt if the
                                    ///< config does not run or its result is wrong.
  std::string reason = {};          ///< Why there is no time.
  double cost_s = 0;                ///< The wall time of the evaluation, in seconds.
};

}  // namespace warpmark::tuning
