#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/tensor_map.hpp"
#include "bench/inspect/buffer_definition.hpp"
#include "bench/inspect/buffer_reference.hpp"

namespace warpmark::inspect {

/// A CUtensorMap passed by copy, as the argument's text describes it. Lists have the order of the
/// buffer's shape: the innermost dimension is the last.
struct tensor_map_argument {
  buffer_reference tensor;                     ///< Where its first element is.
  std::vector<std::uint64_t> shape;            ///< Elements; empty: the buffer's shape.
  std::vector<std::uint64_t> strides;          ///< Bytes, of all dimensions but the last; or empty.
  std::vector<std::uint64_t> box;              ///< Elements.
  std::vector<std::uint64_t> element_strides;  ///< Empty: all 1.
  std::uint32_t swizzle_bytes = 0;
  bool fills_nan = false;
};

/// Reads the settings that follow the buffer in "tensor_map(@a, box=64x64, swizzle=128)". Throws
/// usage_error with the invalid part and the expected form.
tensor_map_argument parse_tensor_map(buffer_reference tensor,
                                     std::span<const std::string_view> settings);

/// The map for a buffer that begins at `address`, with the buffer's type and shape. Throws
/// usage_error for what cuTensorMapEncodeTiled refuses and for a tensor that is not all in the
/// buffer.
tensor_map map_of(const tensor_map_argument& argument, const buffer_definition& buffer,
                  std::uint64_t address = 0);

}  // namespace warpmark::inspect
