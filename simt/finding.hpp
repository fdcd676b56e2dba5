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

/// A violation of the programming model by a kernel.
struct finding {
  std::string kind;     ///< "out_of_bounds", "misaligned", "divergent_barrier", ...
  std::string message;  ///< One sentence with address, size and buffer.
  std::string kernel;
  std::string file;  ///< Source file, if there is line information.
  int line = 0;      ///< Source line, 0 if unknown.
  extent3 block = {0, 0, 0};
  std::uint32_t warp = 0;
  std::uint32_t lanes = 0;            ///< Bit mask of the affected lanes.
  std::optional<finding_side> other;  ///< Set if two accesses conflict.
};

}  // namespace warpmark
