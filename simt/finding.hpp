#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/launch_shape.hpp"

namespace warpmark {

/// The access that a finding's access conflicts with.
struct finding_side {
  std::string file;
  int line = 0;
  extent3 block = {0, 0, 0};
  std::uint32_t warp = 0;
  std::uint32_t lanes = 0;
};

/// A rule of the programming model that a kernel broke.
struct finding {
  std::string kind;     ///< "out_of_bounds", "misaligned", "divergent_barrier", ...
  std::string message;  ///< One sentence with address, size and buffer.
  std::string kernel;
  std::string file;  ///< Source file, if line information is there.
  int line = 0;      ///< Source line, 0 if unknown.
  extent3 block = {0, 0, 0};
  std::uint32_t warp = 0;
  std::uint32_t lanes = 0;            ///< Bit mask of the lanes concerned.
  std::optional<finding_side> other;  ///< If two accesses conflict.
};

}  // namespace warpmark
