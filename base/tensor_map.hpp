#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace warpmark {

/// Element types of tensors; the values are those of the driver's CUtensorMapDataType.
enum class tensor_element : std::uint8_t {
  u8 = 0,
  u16 = 1,
  u32 = 2,
  s32 = 3,
  u64 = 4,
  s64 = 5,
  f16 = 6,
  f32 = 7,
  f64 = 8,
  bf16 = 9
};

std::uint32_t size_bytes(tensor_element element);
bool is_floating(tensor_element element);
const char* name(tensor_element element);  ///< "u8", "bf16"

/// A tensor in global memory and the boxes of it that tensor copies (TMA, tiled mode) move: the
/// parameters of the driver's cuTensorMapEncodeTiled, without interleaved layouts. Dimension 0 is
/// the innermost, whose elements are adjacent.
struct tensor_map {
  static constexpr std::uint32_t max_rank = 5;

  tensor_element element = tensor_element::u8;
  std::uint32_t rank = 1;     ///< 1 to 5; entries of higher dimensions are not used.
  std::uint64_t address = 0;  ///< A multiple of 16.
  std::array<std::uint64_t, max_rank> extents = {1, 1, 1, 1, 1};  ///< Elements, 1 to 2^32.
  std::array<std::uint64_t, max_rank - 1> stride_bytes = {};      ///< Of dimensions 1, 2, …
  std::array<std::uint32_t, max_rank> box = {1, 1, 1, 1, 1};      ///< Elements, 1 to 256.
  std::array<std::uint32_t, max_rank> element_strides = {1, 1, 1, 1, 1};  ///< 1 to 8.
  std::uint32_t swizzle_bytes = 0;  ///< Span of the swizzle in shared memory: 0, 32, 64 or 128.
  bool fills_nan = false;  ///< Elements beyond the tensor become NaN instead of zero when loaded.

  bool operator==(const tensor_map&) const = default;

  /// Bytes between neighbours in a dimension.
  std::uint64_t stride_of(std::uint32_t dimension) const {
    return dimension == 0 ? size_bytes(element) : stride_bytes[dimension - 1];
  }
  /// Elements of a box in shared memory in a dimension: with an element stride, every n-th one.
  /// That of the innermost dimension is ignored, as by the driver.
  std::uint32_t box_elements(std::uint32_t dimension) const {
    const std::uint32_t step = dimension == 0 ? 1 : element_strides[dimension];
    return (box[dimension] + step - 1) / step;
  }
  /// Bytes of the elements of a box, which an mbarrier counts. At most 2^43.
  std::uint64_t box_bytes() const;
  /// Bytes from one row of a box to the next in shared memory: with a swizzle, rows that are
  /// shorter than its span take all of it.
  std::uint64_t row_pitch() const {
    return swizzle_bytes == 0 ? std::uint64_t{box[0]} * size_bytes(element) : swizzle_bytes;
  }
  /// Bytes that a box takes in shared memory.
  std::uint64_t shared_bytes() const {
    return box_bytes() / (std::uint64_t{box[0]} * size_bytes(element)) * row_pitch();
  }
  /// Bytes from the first byte of the tensor to the end of its last element. At most 2^74, here
  /// saturated at 2^64 - 1.
  std::uint64_t span_bytes() const;
};

/// Throws usage_error for what cuTensorMapEncodeTiled refuses: "tensor map: box 6 x 2 bytes in the
/// innermost dimension: expected a multiple of 16 bytes". The address is not checked.
void check(const tensor_map& map);

/// The same for the address alone.
void check_address(const tensor_map& map);

}  // namespace warpmark
