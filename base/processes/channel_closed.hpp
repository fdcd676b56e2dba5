#pragma once

#include <stdexcept>

namespace warpmark::processes {

/// The other side has closed the channel or exited.
struct channel_closed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace warpmark::processes
