#include <bit>
#include <limits>

#include "bench/backends/simt/instructions/decoder.hpp"
#include "bench/backends/simt/instructions/lanes.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

// All wrap around: signed work is done unsigned wherever C++ leaves it open.
template <class T>
struct ints {
  using U = std::make_unsigned_t<T>;
  static constexpr unsigned bits = sizeof(T) * 8;

  struct add {
    static T apply(T a, T b) { return static_cast<T>(U(a) + U(b)); }
  };
  struct sub {
    static T apply(T a, T b) { return static_cast<T>(U(a) - U(b)); }
  };
  struct mul_lo {
    static T apply(T a, T b) { return static_cast<T>(u64(U(a)) * u64(U(b))); }
  };
  struct mad_lo {
    static T apply(T a, T b, T c) { return static_cast<T>(u64(U(a)) * u64(U(b)) + u64(U(c))); }
  };
  struct mul_hi {
    static T apply(T a, T b) {
      using wide = std::conditional_t<std::is_signed_v<T>, int128, uint128>;
      return static_cast<T>((wide(a) * wide(b)) >> bits);
    }
  };
  struct mad_hi {
    static T apply(T a, T b, T c) { return static_cast<T>(U(mul_hi::apply(a, b)) + U(c)); }
  };
  // Unspecified in PTX; the hardware gives all ones (and the dividend as remainder).
  struct div {
    static T apply(T a, T b) {
      if (b == 0) return static_cast<T>(~U{0});
      if (std::is_signed_v<T> && b == T(-1)) return static_cast<T>(U{0} - U(a));
      return static_cast<T>(a / b);
    }
  };
  struct rem {
    static T apply(T a, T b) {
      if (b == 0) return a;
      if (std::is_signed_v<T> && b == T(-1)) return 0;
      return static_cast<T>(a % b);
    }
  };
  struct min {
    static T apply(T a, T b) { return b < a ? b : a; }
  };
  struct max {
    static T apply(T a, T b) { return a < b ? b : a; }
  };
  struct abs {
    static T apply(T a) { return a < T(0) ? static_cast<T>(U{0} - U(a)) : a; }
  };
  struct neg {
    static T apply(T a) { return static_cast<T>(U{0} - U(a)); }
  };
  struct sad {
    static T apply(T a, T b, T c) {
      return static_cast<T>(U(c) + (a < b ? U(b) - U(a) : U(a) - U(b)));
    }
  };
  struct shl {
    static T apply(T a, u32 n) { return n < bits ? static_cast<T>(u64(U(a)) << n) : T(0); }
  };
  struct shr {
    static T apply(T a, u32 n) {
      if (n < bits) return static_cast<T>(a >> n);
      return std::is_signed_v<T> && a < T(0) ? T(-1) : T(0);
    }
  };
  struct mov {
    static T apply(T a) { return a; }
  };
  struct bit_and {
    static T apply(T a, T b) { return a & b; }
  };
  struct bit_or {
    static T apply(T a, T b) { return a | b; }
  };
  struct bit_xor {
    static T apply(T a, T b) { return a ^ b; }
  };
  struct bit_not {
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
      for (unsigned i = 0; i < bits; ++i) result |= ((U(a) >> i) & 1) << (bits - 1 - i);
      return static_cast<T>(result);
    }
  };
  // Position of the highest bit that differs from the sign, or all ones.
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
  struct bfe {
    static T apply(T a, u32 position, u32 length) {
      const u32 begin = position & 255, count = length & 255;
      const u32 top = std::min(begin + count - 1, bits - 1);
      const bool sign = std::is_signed_v<T> && count != 0 && ((U(a) >> top) & 1);
      const u32 there = std::min(count, begin < bits ? bits - begin : 0);
      const U mask = static_cast<U>(there >= 64 ? ~u64{0} : (u64{1} << there) - 1);
      const U field = begin < bits ? static_cast<U>(U(a) >> begin) : U{0};
      return static_cast<T>((field & mask) | (sign ? static_cast<U>(~mask) : U{0}));
    }
  };
};

template <class T>
using double_width =
    std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, std::int32_t, u32>,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, u64>>;

template <class T>
struct wide_multiply {
  using D = double_width<T>;
  static D apply(T a, T b) { return static_cast<D>(D(a) * D(b)); }
};
template <class T>
struct wide_mad {
  using D = double_width<T>;
  static D apply(T a, T b, D c) { return static_cast<D>(u64(D(a) * D(b)) + u64(c)); }
};

// bfi has two data and two control operands: one more than the walkers take.
template <class T>
void insert_field(lane_context& context, const instruction& in, u32 active) {
  constexpr u32 bits = sizeof(T) * 8;
  for_each_lane(active, [&](unsigned lane) {
    const T a = lanes_at<T>(context, in.op[1])[lane], b = lanes_at<T>(context, in.op[2])[lane];
    const u32 begin = lanes_at<u32>(context, in.op[3])[lane] & 255;
    const u32 count = lanes_at<u32>(context, in.op[4])[lane] & 255;
    T result = b;
    if (begin < bits && count != 0) {
      const T mask = (count < bits ? (T{1} << count) - 1 : ~T{0}) << begin;
      result = (b & ~mask) | ((a << begin) & mask);
    }
    lanes_at<T>(context, in.op[0])[lane] = result;
  });
}

// Any of 256 functions of three bits: bit i of the table is its value at (a, b, c) = i.
void look_up_logic(lane_context& context, const instruction& in, u32 active) {
  auto* d = lanes_at<u32>(context, in.op[0]);
  const auto* a = lanes_at<u32>(context, in.op[1]);
  const auto* b = lanes_at<u32>(context, in.op[2]);
  const auto* c = lanes_at<u32>(context, in.op[3]);
  u32 on[8];
  for (unsigned i = 0; i < 8; ++i) on[i] = (in.immediate >> i) & 1 ? ~0u : 0u;
  alignas(32) u32 result[32];
  for (unsigned lane = 0; lane < 32; ++lane) {
    const u32 x = a[lane], y = b[lane], z = c[lane];
    const u32 low = (~y & ((~z & on[0]) | (z & on[1]))) | (y & ((~z & on[2]) | (z & on[3])));
    const u32 high = (~y & ((~z & on[4]) | (z & on[5]))) | (y & ((~z & on[6]) | (z & on[7])));
    result[lane] = (~x & low) | (x & high);
  }
  for_each_lane(active, [&](unsigned lane) { d[lane] = result[lane]; });
}

struct permute {
  static u32 apply(u32 a, u32 b, u32 selector) {
    const u64 bytes = (u64{b} << 32) | a;
    u32 result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const u32 nibble = (selector >> (4 * i)) & 15;
      u32 byte = static_cast<u32>(bytes >> (8 * (nibble & 7))) & 255;
      if (nibble & 8) byte = byte & 128 ? 255 : 0;
      result |= byte << (8 * i);
    }
    return result;
  }
};
struct funnel_left_wrap {
  static u32 apply(u32 a, u32 b, u32 c) {
    return static_cast<u32>((((u64{b} << 32) | a) << (c & 31)) >> 32);
  }
};
struct funnel_left_clamp {
  static u32 apply(u32 a, u32 b, u32 c) { return c >= 32 ? a : funnel_left_wrap::apply(a, b, c); }
};
struct funnel_right_wrap {
  static u32 apply(u32 a, u32 b, u32 c) {
    return static_cast<u32>(((u64{b} << 32) | a) >> (c & 31));
  }
};
struct funnel_right_clamp {
  static u32 apply(u32 a, u32 b, u32 c) { return c >= 32 ? b : funnel_right_wrap::apply(a, b, c); }
};

template <class T>
handler pick_typed(const decoder& d) {
  using i = ints<T>;
  const std::string& op = d.source().opcode;
  const bool hi = d.has("hi");
  if (op == "add") return binary<typename i::add, T, T>;
  if (op == "sub") return binary<typename i::sub, T, T>;
  if (op == "mul") return hi ? binary<typename i::mul_hi, T, T> : binary<typename i::mul_lo, T, T>;
  if (op == "mad")
    return hi ? ternary<typename i::mad_hi, T, T> : ternary<typename i::mad_lo, T, T>;
  if (op == "div") return binary<typename i::div, T, T>;
  if (op == "rem") return binary<typename i::rem, T, T>;
  if (op == "min") return binary<typename i::min, T, T>;
  if (op == "max") return binary<typename i::max, T, T>;
  if (op == "abs") return unary<typename i::abs, T, T>;
  if (op == "neg") return unary<typename i::neg, T, T>;
  if (op == "sad") return ternary<typename i::sad, T, T>;
  if (op == "shl") return binary<typename i::shl, T, T, u32>;
  if (op == "shr") return binary<typename i::shr, T, T, u32>;
  if (op == "and") return binary<typename i::bit_and, T, T>;
  if (op == "or") return binary<typename i::bit_or, T, T>;
  if (op == "xor") return binary<typename i::bit_xor, T, T>;
  if (op == "not") return unary<typename i::bit_not, T, T>;
  if (op == "cnot") return unary<typename i::cnot, T, T>;
  if (op == "popc") return unary<typename i::popc, u32, T>;
  if (op == "clz") return unary<typename i::clz, u32, T>;
  if (op == "brev") return unary<typename i::brev, T, T>;
  if (op == "bfind")
    return d.has("shiftamt") ? unary<typename i::bfind_shift, u32, T>
                             : unary<typename i::bfind, u32, T>;
  if (op == "bfe") return ternary<typename i::bfe, T, T, u32, u32>;
  return nullptr;
}

handler pick(const decoder& d, scalar_type type) {
  switch (type) {
    case scalar_type::u16:
    case scalar_type::b16:
      return pick_typed<std::uint16_t>(d);
    case scalar_type::s16:
      return pick_typed<std::int16_t>(d);
    case scalar_type::u32:
    case scalar_type::b32:
      return pick_typed<u32>(d);
    case scalar_type::s32:
      return pick_typed<std::int32_t>(d);
    case scalar_type::u64:
    case scalar_type::b64:
      return pick_typed<u64>(d);
    case scalar_type::s64:
      return pick_typed<std::int64_t>(d);
    default:
      return nullptr;
  }
}

bool decode_wide(decoder& d, instruction& out, scalar_type type) {
  const bool mad = d.is("mad");
  scalar_type result;
  switch (type) {
    case scalar_type::u16:
      out.execute = mad ? ternary<wide_mad<std::uint16_t>, u32, std::uint16_t, std::uint16_t, u32>
                        : binary<wide_multiply<std::uint16_t>, u32, std::uint16_t>;
      result = scalar_type::u32;
      break;
    case scalar_type::s16:
      out.execute = mad ? ternary<wide_mad<std::int16_t>, std::int32_t, std::int16_t, std::int16_t,
                                  std::int32_t>
                        : binary<wide_multiply<std::int16_t>, std::int32_t, std::int16_t>;
      result = scalar_type::s32;
      break;
    case scalar_type::u32:
      out.execute =
          mad ? ternary<wide_mad<u32>, u64, u32, u32, u64> : binary<wide_multiply<u32>, u64, u32>;
      result = scalar_type::u64;
      break;
    default:
      out.execute = mad ? ternary<wide_mad<std::int32_t>, std::int64_t, std::int32_t, std::int32_t,
                                  std::int64_t>
                        : binary<wide_multiply<std::int32_t>, std::int64_t, std::int32_t>;
      result = scalar_type::s64;
  }
  out.op[0] = d.destination(d.at(0), size_of(result));
  out.op[1] = d.value(d.at(1), type);
  out.op[2] = d.value(d.at(2), type);
  if (mad) out.op[3] = d.value(d.at(3), result);
  return true;
}

bool decode_special_forms(decoder& d, instruction& out) {
  const auto put = [&](handler execute, std::size_t operands, scalar_type type) {
    out.execute = execute;
    out.op[0] = d.destination(d.at(0), size_of(type));
    for (std::size_t i = 1; i < operands; ++i)
      out.op[i] = d.value(d.at(i), i < 3 ? type : scalar_type::u32);
    return true;
  };
  if (d.is("lop3")) {
    if (d.at(0).what == operand::kind::pair) d.unsupported();
    out.immediate = static_cast<std::int64_t>(d.at(4).bits);
    return put(look_up_logic, 4, scalar_type::b32);
  }
  if (d.is("prmt")) {
    if (d.source().modifiers.size() != 1) d.unsupported();
    return put(ternary<permute, u32, u32>, 4, scalar_type::b32);
  }
  if (d.is("shf")) {
    const bool wrap = d.has("wrap");
    if (d.has("l"))
      return put(wrap ? ternary<funnel_left_wrap, u32, u32> : ternary<funnel_left_clamp, u32, u32>,
                 4, scalar_type::b32);
    return put(wrap ? ternary<funnel_right_wrap, u32, u32> : ternary<funnel_right_clamp, u32, u32>,
               4, scalar_type::b32);
  }
  if (d.is("bfi")) {
    const scalar_type type = d.type_from_end();
    return put(size_of(type) == 8 ? insert_field<u64> : insert_field<u32>, 5, type);
  }
  return false;
}

}  // namespace

bool decode_integer(decoder& d, instruction& out) {
  out.klass = counter::integer_instructions;
  if (decode_special_forms(d, out)) return true;
  if (d.source().modifiers.empty()) return false;
  const auto last = parse_scalar_type(d.source().modifiers.back());
  if (!last) return false;
  if (d.has("wide")) return decode_wide(d, out, *last);
  out.execute = pick(d, *last);
  if (!out.execute) return false;
  if (d.has("sat") || d.has("cc")) d.unsupported();
  const bool counts = d.is("popc") || d.is("clz") || d.is("bfind");
  const bool shifts = d.is("shl") || d.is("shr"), field = d.is("bfe");
  out.op[0] = d.destination(d.at(0), counts ? 4 : std::max(4u, size_of(*last)));
  for (std::size_t i = 1; i < d.operands(); ++i)
    out.op[i] = d.value(d.at(i), i > 1 && (shifts || field) ? scalar_type::u32 : *last);
  return true;
}

}  // namespace warpmark::simt
