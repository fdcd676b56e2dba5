#pragma once

#include <cstddef>
#include <cstdint>

namespace warpmark {

using device_pointer = std::uint64_t;

/// Device memory of a variable.
struct memory_range {
  device_pointer address = 0;
  std::size_t size_bytes = 0;
};

}  // namespace warpmark
