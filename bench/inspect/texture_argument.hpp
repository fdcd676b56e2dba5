#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/texture_description.hpp"
#include "bench/inspect/buffer_definition.hpp"

namespace warpmark::inspect {

/// A texture or surface object over a buffer, which gives its shape and the type of its texels.
struct texture_reference {
  std::string buffer;
  bool layered = false;  ///< The buffer's first extent counts layers.
  /// What the text states; address, shape and format are those of the buffer.
  texture_description options = {};
};

/// Reads the words of "texture(@NAME, OPTION=VALUE, FLAG, …)" or "surface(@NAME, FLAG, …)" between
/// the parentheses, of which the first one is the buffer. Throws usage_error.
texture_reference parse_texture(bool surface, const std::vector<std::string_view>& words);

/// The object over a buffer at `address`. Throws usage_error for a buffer whose type or shape no
/// texture has, and for options that do not go together.
texture_description describe(const texture_reference& reference, const buffer_definition& buffer,
                             std::uint64_t address);

}  // namespace warpmark::inspect
