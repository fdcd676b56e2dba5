#include "simt/memory/tensor_map_image.hpp"

#include <cstring>

#include "base/usage_error.hpp"

namespace warpmark::simt {
namespace {

constexpr std::uint64_t image_mark = 0x31'70'61'6d'70'6d'72'77;  // "wrmpmap1"

// Fields are as wide as their checked values need; 1 is subtracted where 0 is not allowed.
struct tensor_map_image {
  std::uint64_t mark;
  std::uint64_t address;
  std::uint32_t extents_less_one[tensor_map::max_rank];
  std::uint8_t box_less_one[tensor_map::max_rank];
  std::uint8_t element_strides[tensor_map::max_rank];
  std::uint8_t element, rank;
  std::uint64_t stride_bytes[tensor_map::max_rank - 1];
  std::uint8_t swizzle_bytes;
  std::uint8_t fills_nan;
  std::uint8_t zeros[46];
};
static_assert(sizeof(tensor_map_image) == tensor_map_bytes);

}  // namespace

std::array<std::byte, tensor_map_bytes> encode(const tensor_map& map) {
  check(map);
  check_address(map);
  tensor_map_image image{};
  image.mark = image_mark;
  image.address = map.address;
  for (std::uint32_t i = 0; i < map.rank; ++i) {
    image.extents_less_one[i] = static_cast<std::uint32_t>(map.extents[i] - 1);
    image.box_less_one[i] = static_cast<std::uint8_t>(map.box[i] - 1);
    image.element_strides[i] = static_cast<std::uint8_t>(map.element_strides[i]);
    if (i != 0) image.stride_bytes[i - 1] = map.stride_bytes[i - 1];
  }
  image.element = static_cast<std::uint8_t>(map.element);
  image.rank = static_cast<std::uint8_t>(map.rank);
  image.swizzle_bytes = static_cast<std::uint8_t>(map.swizzle_bytes);
  image.fills_nan = map.fills_nan ? 1 : 0;
  std::array<std::byte, tensor_map_bytes> bytes{};
  std::memcpy(bytes.data(), &image, sizeof image);
  return bytes;
}

std::optional<tensor_map> decode_tensor_map(std::span<const std::byte, tensor_map_bytes> bytes) {
  tensor_map_image image;
  std::memcpy(&image, bytes.data(), sizeof image);
  if (image.mark != image_mark || image.rank == 0 || image.rank > tensor_map::max_rank ||
      image.element > static_cast<std::uint8_t>(tensor_element::bf16))
    return std::nullopt;
  tensor_map map;
  map.element = static_cast<tensor_element>(image.element);
  map.rank = image.rank;
  map.address = image.address;
  for (std::uint32_t i = 0; i < map.rank; ++i) {
    map.extents[i] = std::uint64_t{image.extents_less_one[i]} + 1;
    map.box[i] = std::uint32_t{image.box_less_one[i]} + 1;
    map.element_strides[i] = image.element_strides[i];
    if (i != 0) map.stride_bytes[i - 1] = image.stride_bytes[i - 1];
  }
  map.swizzle_bytes = image.swizzle_bytes;
  map.fills_nan = image.fills_nan != 0;
  try {  // The kernel may have changed some of the bytes.
    check(map);
    check_address(map);
  } catch (const usage_error&) {
    return std::nullopt;
  }
  return map;
}

}  // namespace warpmark::simt
