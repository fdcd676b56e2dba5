#pragma once

#include <stdexcept>

namespace warpmark::tuning {

/// A tuning that can give no answer: nothing runs, the base fails, the objective says nothing. One
/// line that names the cause.
struct tuning_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace warpmark::tuning
