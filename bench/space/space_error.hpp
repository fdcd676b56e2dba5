#pragma once

#include <stdexcept>

namespace warpmark::spaces {

/// A space that cannot be counted. what() is one line with the cause.
struct space_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A space of more than 2^64 - 1 configs.
struct space_too_large : space_error {
  using space_error::space_error;
};

}  // namespace warpmark::spaces
