#pragma once

#include <stdexcept>

namespace warpmark::processes {

/// The other side is gone: it has closed the channel or ended.
struct channel_closed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace warpmark::processes
