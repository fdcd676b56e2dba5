#include <algorithm>
#include <bit>

#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/lanes.hpp"

// Logic, shifts, counting and searching bits, bit fields and masks.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <class T>
struct bit {
  using U = std::make_unsigned_t<T>;
  static constexpr unsigned bits = sizeof(T) * 8;

  struct shl {
    static T apply(T a, u32 n) { return n < bits ? static_cast<T>(u64(U(a)) << n) : T(0); }
  };
  struct shr {
    static T apply(T a, u32 n) {
      if (n < bits) return static_cast<T>(a >> n);
      return std::is_signed_v<T> && a < T(0) ? T(-1) : T(0);
    }
  };
  struct conjunction {
    static T apply(T a, T b) { return a & b; }
  };
  struct disjunction {
    static T apply(T a, T b) { return a | b; }
  };
  struct exclusive {
    static T apply(T a, T b) { return a ^ b; }
  };
  struct complement {
    static T apply(T a) { return static_cast<T>(~a); }
  };
  struct cnot {
    static T apply(T a) { return a == 0; }
  };
  struct popc {
    static u32 apply(T a) { return static_cast<u32>(std::popcount(U(a))); }
  };
  struct clz {
    static u32 apply(T a) { return static_cast<u32>(std::countl_zero(U(a))); }
  };
  struct brev {
    static T apply(T a) {
      U result = 0;
      for (unsigned i = 0; i < bits; ++i)
        result = static_cast<U>(result | ((U(a) >> i) & 1) << (bits - 1 - i));
      return static_cast<T>(result);
    }
  };
  // Position of the highest bit that differs from the sign, or all ones if there is none.
  static u32 highest(T a) {
    const U plain = a < T(0) ? static_cast<U>(~U(a)) : U(a);
    return plain == 0 ? ~0u : bits - 1 - static_cast<u32>(std::countl_zero(plain));
  }
  struct bfind {
    static u32 apply(T a) { return highest(a); }
  };
  struct bfind_shift {
    static u32 apply(T a) { return highest(a) == ~0u ? ~0u : bits - 1 - highest(a); }
  };
  // The low `count` bits.
  static U mask_of(u32 count) { return static_cast<U>(count < bits ? (U{1} << count) - 1 : ~U{0}); }
  struct bfe {
    static T apply(T a, u32 position, u32 length) {
      const u32 begin = position & 255, count = length & 255;
      const u32 top = std::min(begin + count - 1, bits - 1);
      const bool sign = std::is_signed_v<T> && count != 0 && ((U(a) >> top) & 1);
      const U mask = mask_of(std::min(count, begin < bits ? bits - begin : 0));
      const U field = begin < bits ? static_cast<U>(U(a) >> begin) : U{0};
      return static_cast<T>((field & mask) | (sign ? static_cast<U>(~mask) : U{0}));
    }
  };
  struct bfi {
    static T apply(T a, T b, u32 position, u32 length) {
      const u32 begin = position & 255, count = length & 255;
      if (begin >= bits || count == 0) return b;
      const U mask = static_cast<U>(mask_of(count) << begin);
      return static_cast<T>((U(b) & ~mask) | ((U(a) << begin) & mask));
    }
  };
};

template <bool wraps>
u32 bounded(u32 n) {
  return wraps ? n & 31 : std::min(n, 32u);
}

// Extends the low n bits of a.
template <bool wraps, class T>
struct szext {
  static T apply(T a, u32 n) {
    const u32 count = bounded<wraps>(n);
    if (count == 0) return 0;
    return static_cast<T>(static_cast<T>(static_cast<u32>(a) << (32 - count)) >> (32 - count));
  }
};

template <bool wraps>
struct bmsk {
  static u32 apply(u32 position, u32 width) {
    const u64 field = (u64{1} << bounded<wraps>(width)) - 1;
    return static_cast<u32>(field << bounded<wraps>(position));
  }
};

// The |offset|-th set bit from `base` on, upwards or downwards; 0 tests base itself.
struct find_nth_set {
  static u32 apply(u32 mask, u32 base, std::int32_t offset) {
    const int step = offset < 0 ? -1 : 1;
    std::int64_t left = offset < 0 ? -std::int64_t{offset} : offset;
    if (left == 0) return base < 32 && ((mask >> base) & 1) ? base : ~0u;
    for (std::int64_t at = base; at >= 0 && at < 32; at += step)
      if (((mask >> at) & 1) && --left == 0) return static_cast<u32>(at);
    return ~0u;
  }
};

template <class T>
handler pick_bits(const decoder& d) {
  using b = bit<T>;
  using U = std::make_unsigned_t<T>;
  using plain = bit<U>;
  if (d.is("shl")) return binary<typename plain::shl, U, U, u32>;
  if (d.is("shr")) return binary<typename b::shr, T, T, u32>;
  if (d.is("and")) return binary<typename plain::conjunction, U, U>;
  if (d.is("or")) return binary<typename plain::disjunction, U, U>;
  if (d.is("xor")) return binary<typename plain::exclusive, U, U>;
  if (d.is("not")) return unary<typename plain::complement, U, U>;
  if (d.is("cnot")) return rare_unary<typename plain::cnot, U, U>;
  if (d.is("popc")) return unary<typename plain::popc, u32, U>;
  if (d.is("clz")) return rare_unary<typename plain::clz, u32, U>;
  if (d.is("brev")) return rare_unary<typename plain::brev, U, U>;
  if (d.is("bfind"))
    return d.has("shiftamt") ? rare_unary<typename b::bfind_shift, u32, T>
                             : rare_unary<typename b::bfind, u32, T>;
  if (d.is("bfe")) return rare_ternary<typename b::bfe, T, T, u32, u32>;
  if (d.is("bfi")) return rare_quaternary<typename plain::bfi, U, U, U, u32, u32>;
  return nullptr;
}

handler pick_bits(const decoder& d, scalar_type type) {
  switch (type) {
    case scalar_type::u16:
    case scalar_type::b16:
      return pick_bits<std::uint16_t>(d);
    case scalar_type::s16:
      return pick_bits<std::int16_t>(d);
    case scalar_type::u32:
    case scalar_type::b32:
      return pick_bits<u32>(d);
    case scalar_type::s32:
      return pick_bits<std::int32_t>(d);
    case scalar_type::u64:
    case scalar_type::b64:
      return pick_bits<u64>(d);
    case scalar_type::s64:
      return pick_bits<std::int64_t>(d);
    default:
      return nullptr;
  }
}

handler pick_word(const decoder& d, bool has_sign) {
  const bool wraps = d.has("wrap");
  using i32 = std::int32_t;
  if (d.is("szext")) {
    if (has_sign)
      return wraps ? rare_binary<szext<true, i32>, i32, i32, u32>
                   : rare_binary<szext<false, i32>, i32, i32, u32>;
    return wraps ? rare_binary<szext<true, u32>, u32, u32>
                 : rare_binary<szext<false, u32>, u32, u32>;
  }
  if (d.is("bmsk"))
    return wraps ? rare_binary<bmsk<true>, u32, u32> : rare_binary<bmsk<false>, u32, u32>;
  return rare_ternary<find_nth_set, u32, u32, u32, i32>;
}

}  // namespace

bool decode_bits(decoder& d, instruction& out) {
  const auto type = parse_scalar_type(d.source().modifiers.back());
  if (!type) return false;
  const bool word = d.is("szext") || d.is("bmsk") || d.is("fns");
  out.execute = word ? pick_word(d, is_signed(*type)) : pick_bits(d, *type);
  if (!out.execute) return false;
  const bool counts = d.is("popc") || d.is("clz") || d.is("bfind");
  // Positions, lengths and amounts have 32 bits whatever the data's type.
  const std::size_t data = d.is("bfi") || d.is("and") || d.is("or") || d.is("xor") ? 3 : 2;
  out.op[0] = d.destination(d.at(0), counts ? 4 : std::max(4u, size_of(*type)));
  for (std::size_t i = 1; i < data; ++i) out.op[i] = d.value(d.at(i), *type);
  d.values(out, data, scalar_type::u32);
  return true;
}

}  // namespace warpmark::simt
