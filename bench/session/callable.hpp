#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bench/sampling/measuring_options.hpp"

namespace warpmark::session {

/// Work that foreign code enqueues into the stream that it is given.
struct callable {
  std::string family = "callables";               ///< Of journals.
  std::string name = "work";                      ///< Of messages and journals.
  std::function<int(void* stream)> enqueue;       ///< Returns 0, or a CUresult or another number.
  std::function<int(void* stream)> prepare = {};  ///< Before each execution; may be empty.
};

/// Whether the stream is held until all work of a sample is enqueued.
enum class holding {
  required,     ///< Work that must not be held is refused.
  if_possible,  ///< Such work is timed without.
  never,        ///< Always without, unchecked.
};

/// How a callable is timed. `measuring.state` is cold or hot.
struct callable_options {
  measuring_options measuring = {};
  holding hold = holding::required;
  std::uint64_t seed = 1;  ///< Of the order of a comparison: even: the first work leads.
};

}  // namespace warpmark::session
