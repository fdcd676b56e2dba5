#pragma once

#include <stdexcept>

namespace warpmark::tuning {

/// A tuning without a result: nothing runs, the base fails, or the objective is meaningless. One
/// line that names the cause.
struct tuning_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace warpmark::tuning
