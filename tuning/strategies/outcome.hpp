#pragma once

#include <optional>
#include <string>

namespace warpmark::tuning {

/// What came of a config.
struct outcome {
  std::optional<double> time = {};  ///< What is minimised, above zero, in any unit; nothing if it
                                    ///< does not run or does not answer rightly.
  std::string reason = {};          ///< Why there is no time.
};

}  // namespace warpmark::tuning
