#pragma once

#include <stdexcept>

namespace warpmark {

/// What the user asked for cannot be done as asked. what() is one line that names the thing, the
/// value and what is expected. The program exits with 2.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace warpmark
