#pragma once

#include <cstdint>
#include <optional>

namespace warpmark {

/// Limits on what one point may take on the interpreter.
struct interpreter_limits {
  std::optional<std::uint64_t> instructions = {};  ///< Warp instructions of all its launches.
  std::optional<double> loop_seconds = 3;          ///< See simt::progress_limits::seconds.
};

}  // namespace warpmark
