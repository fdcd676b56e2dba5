#include "simt/memory/tensor_box.hpp"

#include <algorithm>
#include <cstring>

namespace warpmark::simt {
namespace {

constexpr std::size_t longest_row_bytes = 256 * 8;
using row_bytes = std::array<std::byte, longest_row_bytes>;

template <class T>
row_bytes repeated(T value) {
  row_bytes result;
  for (std::size_t at = 0; at < result.size(); at += sizeof value)
    std::memcpy(result.data() + at, &value, sizeof value);
  return result;
}

}  // namespace

box_rows::box_rows(const tensor_map& map, const tensor_coordinates& first)
    : map_(map), first_(first) {
  for (std::uint32_t i = 1; i < map.rank; ++i) rows_ *= map.box_elements(i);
}

bool box_rows::next(box_row& row) {
  if (row_ == rows_) return false;
  const std::int64_t size = size_bytes(map_.element);
  const auto elements = static_cast<std::int64_t>(map_.box[0]);
  bool within = true;
  std::uint64_t address = map_.address;
  for (std::uint32_t i = 1; i < map_.rank; ++i) {
    const std::int64_t at =
        std::int64_t{first_[i]} + std::int64_t{at_[i]} * map_.element_strides[i];
    within = within && at >= 0 && at < static_cast<std::int64_t>(map_.extents[i]);
    address += static_cast<std::uint64_t>(at) * map_.stride_of(i);
  }
  const std::int64_t begin = first_[0];
  const std::int64_t from = std::clamp<std::int64_t>(-begin, 0, elements);
  const std::int64_t to =
      std::clamp<std::int64_t>(static_cast<std::int64_t>(map_.extents[0]) - begin, from, elements);
  const bool any = within && from < to;
  row.box_offset = row_ * map_.row_pitch();
  row.address = any ? address + static_cast<std::uint64_t>((begin + from) * size) : 0;
  row.before_bytes = any ? static_cast<std::uint32_t>(from * size) : 0;
  row.within_bytes = any ? static_cast<std::uint32_t>((to - from) * size) : 0;
  row.after_bytes =
      static_cast<std::uint32_t>(elements * size) - row.before_bytes - row.within_bytes;
  ++row_;
  for (std::uint32_t i = 1; i < map_.rank; ++i) {
    if (++at_[i] < map_.box_elements(i)) break;
    at_[i] = 0;
  }
  return true;
}

std::uint64_t swizzled(std::uint64_t address, std::uint32_t swizzle_bytes) {
  const std::uint64_t chunks = swizzle_bytes / 16;  // of 16 bytes, which stay together
  return chunks == 0 ? address : address ^ (((address >> 7) & (chunks - 1)) << 4);
}

const std::byte* fill_bytes(const tensor_map& map) {
  // That of an H100 for every type.
  constexpr std::uint16_t nan_half = 0x7ff7;
  static const row_bytes zeros = repeated(std::uint64_t{0});
  static const row_bytes nans = repeated(nan_half);
  return (map.fills_nan ? nans : zeros).data();
}

}  // namespace warpmark::simt
