#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "bench/backends/cuda/driver_api.hpp"
#include "bench/session/callable.hpp"

namespace warpmark::session {

/// How a callable treats its stream. Nodes are the operations of one call.
struct conduct {
  std::size_t run_nodes = 0;
  std::size_t prepare_nodes = 0;
  std::string why_not_held;  ///< One sentence; empty: its stream may be held.
  bool is_captured = false;  ///< Whether the nodes were counted.
};

/// Checks by stream capture, in which nothing is executed, that the callable only enqueues, and
/// into the stream that it is given: a call that waits for a held stream would never return. The
/// callable must have been executed before, so that its first-time initialisation is over.
///
/// Throws misuse if it enqueues nothing; also, where `hold` is required, if it waits, allocates,
/// uses the legacy default stream or leaves forked work unjoined. Work that cannot be captured for
/// lack of support by the driver is not held.
conduct conduct_of(const cuda::driver_api& driver, cuda::stream_handle stream, const callable& work,
                   holding hold);

}  // namespace warpmark::session
