#include <algorithm>
#include <limits>

#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/lanes.hpp"

// cvt.pack.sat: packs two saturated 32-bit integers; the second is the lower part.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;

template <class T>
u32 clamped_bits(std::int32_t value) {
  using limits = std::numeric_limits<T>;
  const auto clamped = std::clamp<std::int32_t>(value, limits::min(), limits::max());
  return static_cast<u32>(static_cast<std::make_unsigned_t<T>>(clamped));
}

template <class T>
struct packed_halves {
  static u32 apply(std::int32_t a, std::int32_t b) {
    return (clamped_bits<T>(a) << 16) | clamped_bits<T>(b);
  }
};
// The third operand's lower half becomes the upper.
template <class T>
struct pack_bytes {
  static u32 apply(std::int32_t a, std::int32_t b, u32 c) {
    return (c << 16) | (clamped_bits<T>(a) << 8) | clamped_bits<T>(b);
  }
};

handler pick_packing(scalar_type type) {
  using std::int32_t;
  switch (type) {
    case scalar_type::u16:
      return rare_binary<packed_halves<std::uint16_t>, u32, int32_t>;
    case scalar_type::s16:
      return rare_binary<packed_halves<std::int16_t>, u32, int32_t>;
    case scalar_type::u8:
      return rare_ternary<pack_bytes<std::uint8_t>, u32, int32_t, int32_t, u32>;
    case scalar_type::s8:
      return rare_ternary<pack_bytes<std::int8_t>, u32, int32_t, int32_t, u32>;
    default:
      return nullptr;
  }
}

}  // namespace

bool decode_packing_conversion(decoder& d, instruction& out) {
  if (!d.has("pack")) return false;
  out.instruction_class = counter::conversion_instructions;
  const bool bytes = d.operands() == 4;
  const scalar_type to = d.type_from_end(bytes ? 2 : 1);
  if ((size_of(to) == 1) != bytes || d.type_from_end(bytes ? 1 : 0) != scalar_type::s32)
    d.unsupported();
  out.execute = pick_packing(to);
  if (!out.execute) d.unsupported();
  out.op[0] = d.destination(d.at(0), 4);
  d.values(out, 1, scalar_type::b32);
  return true;
}

}  // namespace warpmark::simt
