#include <algorithm>

#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/lanes.hpp"

// Dot products of bytes, and arithmetic on pairs of 16-bit integers.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using std::int16_t;
using std::int8_t;
using std::uint16_t;
using std::uint8_t;

template <class T>
u32 part(u32 word, unsigned index) {
  return static_cast<u32>(static_cast<T>(word >> (8 * sizeof(T) * index)));
}

// A and B are the types of one byte; products and sum wrap around.
template <class A, class B>
struct dot_bytes {
  static u32 apply(u32 a, u32 b, u32 c) {
    for (unsigned i = 0; i < 4; ++i) c += part<A>(a, i) * part<B>(b, i);
    return c;
  }
};

// A pair of halves times a pair of bytes: the lower or the upper pair of b.
template <class A, class B, unsigned first>
struct dot_halves {
  using half = std::conditional_t<std::is_signed_v<A>, int16_t, uint16_t>;
  static u32 apply(u32 a, u32 b, u32 c) {
    for (unsigned i = 0; i < 2; ++i) c += part<half>(a, i) * part<B>(b, first + i);
    return c;
  }
};

template <class A, class B>
handler pick_dot(const decoder& d) {
  if (d.is("dp4a")) return rare_ternary<dot_bytes<A, B>, u32, u32>;
  return d.has("hi") ? rare_ternary<dot_halves<A, B, 2>, u32, u32>
                     : rare_ternary<dot_halves<A, B, 0>, u32, u32>;
}

bool decode_dot(decoder& d, instruction& out) {
  const bool a = is_signed(d.type_from_end(1)), b = is_signed(d.type_from_end(0));
  if (a)
    out.execute = b ? pick_dot<int8_t, int8_t>(d) : pick_dot<int8_t, uint8_t>(d);
  else
    out.execute = b ? pick_dot<uint8_t, int8_t>(d) : pick_dot<uint8_t, uint8_t>(d);
  out.op[0] = d.destination(d.at(0), 4);
  for (std::size_t i = 1; i < 4; ++i) out.op[i] = d.value(d.at(i), scalar_type::b32);
  return true;
}

template <class F, class T>
struct both_halves {
  static u32 apply(u32 a, u32 b) {
    const auto low = static_cast<uint16_t>(F::apply(static_cast<T>(a), static_cast<T>(b)));
    const auto high =
        static_cast<uint16_t>(F::apply(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
    return low | (u32{high} << 16);
  }
};

struct packed_sum {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a + b);
  }
};
struct packed_minimum {
  template <class T>
  static T apply(T a, T b) {
    return std::min(a, b);
  }
};
struct packed_maximum {
  template <class T>
  static T apply(T a, T b) {
    return std::max(a, b);
  }
};
template <class F>
struct not_negative {
  template <class T>
  static T apply(T a, T b) {
    return std::max(F::apply(a, b), T(0));
  }
};

template <class T>
handler pick_pair(const decoder& d) {
  const bool relu = d.has("relu");
  if (d.is("add")) return rare_binary<both_halves<packed_sum, T>, u32, u32>;
  if (d.is("min"))
    return relu ? rare_binary<both_halves<not_negative<packed_minimum>, T>, u32, u32>
                : rare_binary<both_halves<packed_minimum, T>, u32, u32>;
  if (d.is("max"))
    return relu ? rare_binary<both_halves<not_negative<packed_maximum>, T>, u32, u32>
                : rare_binary<both_halves<packed_maximum, T>, u32, u32>;
  return nullptr;
}

}  // namespace

bool decode_packed_integer(decoder& d, instruction& out) {
  if (d.is("dp4a") || d.is("dp2a")) return decode_dot(d, out);
  if (!d.has("u16x2") && !d.has("s16x2")) return false;
  out.execute = d.has("s16x2") ? pick_pair<int16_t>(d) : pick_pair<uint16_t>(d);
  if (!out.execute) d.unsupported();
  out.op[0] = d.destination(d.at(0), 4);
  out.op[1] = d.value(d.at(1), scalar_type::b32);
  out.op[2] = d.value(d.at(2), scalar_type::b32);
  return true;
}

}  // namespace warpmark::simt
