#pragma once

#include <stdexcept>

namespace warpmark {

/// Invalid user input. what() is one line with the place, the value and what was expected. The
/// program exits with 2.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace warpmark
