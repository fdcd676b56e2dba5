#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "base/tensor_map.hpp"

namespace warpmark::simt {

/// Size and alignment of CUtensorMap in CUDA C++.
inline constexpr std::size_t tensor_map_bytes = 128;
inline constexpr std::size_t tensor_map_alignment = 64;

/// The 128 bytes that a kernel gets as CUtensorMap. The layout is the interpreter's own, as that of
/// a card is not documented: kernels may only copy them. Throws usage_error as check() does, also
/// for the address.
std::array<std::byte, tensor_map_bytes> encode(const tensor_map& map);

/// The map that encode() wrote; nothing for other bytes.
std::optional<tensor_map> decode_tensor_map(std::span<const std::byte, tensor_map_bytes> image);

}  // namespace warpmark::simt
