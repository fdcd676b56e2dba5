#pragma once

#include <cstdint>
#include <string>

namespace warpmark::inspect {

/// The address of a buffer, plus an offset; an empty name is the null pointer.
struct buffer_reference {
  std::string name;
  std::uint64_t offset_bytes = 0;
  std::uint64_t first_element = 0;  ///< Added to the byte offset.
};

}  // namespace warpmark::inspect
