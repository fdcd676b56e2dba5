#include <limits>

#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/lanes.hpp"

// Arithmetic with one result as wide as its operands, or twice as wide; no carries.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::uint16_t;
__extension__ using int128 = __int128;
__extension__ using uint128 = unsigned __int128;

/// Twice as wide, as signed.
template <class T>
using double_width = std::conditional_t<
    sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, int128, uint128>,
    std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, int64_t, u64>,
                       std::conditional_t<std::is_signed_v<T>, int32_t, u32>>>;

// All wrap around: signed arithmetic is done unsigned where C++ leaves it undefined.
template <class T>
struct ints {
  using U = std::make_unsigned_t<T>;
  using W = std::conditional_t<sizeof(T) < 4, u32, U>;  // No narrower than int.
  using D = double_width<T>;
  static constexpr unsigned bits = sizeof(T) * 8;
  static constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();

  struct add {
    static T apply(T a, T b) { return static_cast<T>(U(a) + U(b)); }
  };
  struct sub {
    static T apply(T a, T b) { return static_cast<T>(U(a) - U(b)); }
  };
  // Saturates a value of type D to T.
  static T clamp(D value) {
    return value < D(least) ? least : value > D(most) ? most : static_cast<T>(value);
  }
  struct add_sat {
    static T apply(T a, T b) { return clamp(D(a) + D(b)); }
  };
  struct sub_sat {
    static T apply(T a, T b) { return clamp(D(a) - D(b)); }
  };
  struct mul_lo {
    static T apply(T a, T b) { return static_cast<T>(W(a) * W(b)); }
  };
  struct mul_hi {
    static T apply(T a, T b) { return static_cast<T>((D(a) * D(b)) >> bits); }
  };
  struct mul_wide {
    static D apply(T a, T b) { return D(a) * D(b); }
  };
  struct mad_lo {
    static T apply(T a, T b, T c) { return static_cast<T>(W(a) * W(b) + W(c)); }
  };
  struct mad_hi {
    static T apply(T a, T b, T c) { return static_cast<T>(U(mul_hi::apply(a, b)) + U(c)); }
  };
  struct mad_hi_sat {
    static T apply(T a, T b, T c) { return clamp(D(mul_hi::apply(a, b)) + D(c)); }
  };
  struct mad_wide {
    static D apply(T a, T b, D c) {
      return static_cast<D>(static_cast<u64>(D(a) * D(b)) + static_cast<u64>(c));
    }
  };
  // The operands' low 24 bits; `lo` and `hi` are the low and high 32 of the 48-bit product.
  static int64_t product24(T a, T b) {
    const auto low = [](T v) { return static_cast<T>(static_cast<T>(U(v) << 8) >> 8); };
    return static_cast<int64_t>(low(a)) * static_cast<int64_t>(low(b));
  }
  struct mul24_lo {
    static T apply(T a, T b) { return static_cast<T>(product24(a, b)); }
  };
  struct mul24_hi {
    static T apply(T a, T b) { return static_cast<T>(product24(a, b) >> 16); }
  };
  struct mad24_lo {
    static T apply(T a, T b, T c) { return static_cast<T>(U(mul24_lo::apply(a, b)) + U(c)); }
  };
  struct mad24_hi {
    static T apply(T a, T b, T c) { return static_cast<T>(U(mul24_hi::apply(a, b)) + U(c)); }
  };
  struct mad24_hi_sat {
    static T apply(T a, T b, T c) { return clamp(D(mul24_hi::apply(a, b)) + D(c)); }
  };
  // By zero: unspecified in PTX; GPUs return all ones for both.
  struct div {
    static T apply(T a, T b) {
      if (b == 0) return static_cast<T>(~U{0});
      if (std::is_signed_v<T> && b == T(-1)) return static_cast<T>(U{0} - U(a));
      return static_cast<T>(a / b);
    }
  };
  struct rem {
    static T apply(T a, T b) {
      if (b == 0) return static_cast<T>(~U{0});
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
  struct min_relu {
    static T apply(T a, T b) { return max::apply(min::apply(a, b), T(0)); }
  };
  struct max_relu {
    static T apply(T a, T b) { return max::apply(max::apply(a, b), T(0)); }
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
};

template <class F, class T>
handler of_two() {
  if constexpr (sizeof(T) < 4)
    return rare_binary<F, T, T>;
  else
    return binary<F, T, T>;
}

template <class T>
handler pick_product(const decoder& d) {
  using i = ints<T>;
  using low = ints<std::make_unsigned_t<T>>;
  using U = std::make_unsigned_t<T>;
  const bool hi = d.has("hi"), sat = d.has("sat");
  if (d.is("mul")) return hi ? of_two<typename i::mul_hi, T>() : binary<typename low::mul_lo, U, U>;
  if (d.is("mad")) {
    if (sat) return hi ? rare_ternary<typename i::mad_hi_sat, T, T> : handler{};
    return hi ? rare_ternary<typename i::mad_hi, T, T> : ternary<typename low::mad_lo, U, U>;
  }
  if constexpr (sizeof(T) == 4) {
    if (d.is("mul24"))
      return hi ? rare_binary<typename i::mul24_hi, T, T> : rare_binary<typename i::mul24_lo, T, T>;
    if (d.is("mad24")) {
      if (sat) return hi ? rare_ternary<typename i::mad24_hi_sat, T, T> : handler{};
      return hi ? rare_ternary<typename i::mad24_hi, T, T>
                : rare_ternary<typename i::mad24_lo, T, T>;
    }
  }
  return nullptr;
}

template <class T>
handler pick_arithmetic(const decoder& d) {
  using i = ints<T>;
  // Sums, differences and the lower half of products are the same for signed integers.
  using U = std::make_unsigned_t<T>;
  using wrapping = ints<U>;
  const bool sat = d.has("sat"), relu = d.has("relu");
  if (d.is("add"))
    return sat ? rare_binary<typename i::add_sat, T, T> : binary<typename wrapping::add, U, U>;
  if (d.is("sub"))
    return sat ? rare_binary<typename i::sub_sat, T, T> : binary<typename wrapping::sub, U, U>;
  if (const handler product = pick_product<T>(d)) return product;
  if (sat) return nullptr;
  if (d.is("div")) return rare_binary<typename i::div, T, T>;
  if (d.is("rem")) return rare_binary<typename i::rem, T, T>;
  if (d.is("min"))
    return relu ? rare_binary<typename i::min_relu, T, T> : of_two<typename i::min, T>();
  if (d.is("max"))
    return relu ? rare_binary<typename i::max_relu, T, T> : of_two<typename i::max, T>();
  if (d.is("abs")) return rare_unary<typename i::abs, T, T>;
  if (d.is("neg")) return unary<typename wrapping::neg, U, U>;
  if (d.is("sad")) return rare_ternary<typename i::sad, T, T>;
  return nullptr;
}

handler pick_arithmetic(const decoder& d, scalar_type type) {
  switch (type) {
    case scalar_type::u16:
      return pick_arithmetic<uint16_t>(d);
    case scalar_type::s16:
      return pick_arithmetic<int16_t>(d);
    case scalar_type::u32:
      return pick_arithmetic<u32>(d);
    case scalar_type::s32:
      return pick_arithmetic<int32_t>(d);
    case scalar_type::u64:
      return pick_arithmetic<u64>(d);
    case scalar_type::s64:
      return pick_arithmetic<int64_t>(d);
    default:
      return nullptr;
  }
}

template <class T>
bool decode_wide(decoder& d, instruction& out, scalar_type type, scalar_type result) {
  using i = ints<T>;
  using D = double_width<T>;
  const bool mad = d.is("mad");
  out.execute =
      mad ? ternary<typename i::mad_wide, D, T, T, D> : binary<typename i::mul_wide, D, T>;
  out.op[0] = d.destination(d.at(0), size_of(result));
  out.op[1] = d.value(d.at(1), type);
  out.op[2] = d.value(d.at(2), type);
  if (mad) out.op[3] = d.value(d.at(3), result);
  return true;
}

bool decode_wide(decoder& d, instruction& out, scalar_type type) {
  switch (type) {
    case scalar_type::u16:
      return decode_wide<uint16_t>(d, out, type, scalar_type::u32);
    case scalar_type::s16:
      return decode_wide<int16_t>(d, out, type, scalar_type::s32);
    case scalar_type::u32:
      return decode_wide<u32>(d, out, type, scalar_type::u64);
    case scalar_type::s32:
      return decode_wide<int32_t>(d, out, type, scalar_type::s64);
    default:
      d.unsupported();
  }
}

}  // namespace

bool decode_integer(decoder& d, instruction& out) {
  out.instruction_class = counter::integer_instructions;
  if (d.source().modifiers.empty()) return false;
  if (decode_carry(d, out) || decode_packed_integer(d, out) || decode_video(d, out) ||
      decode_permutation(d, out) || decode_bits(d, out))
    return true;
  const auto type = parse_scalar_type(d.source().modifiers.back());
  if (!type) return false;
  if (d.has("wide")) return decode_wide(d, out, *type);
  out.execute = pick_arithmetic(d, *type);
  if (!out.execute) return false;
  out.op[0] = d.destination(d.at(0), std::max(4u, size_of(*type)));
  d.values(out, 1, *type);
  return true;
}

}  // namespace warpmark::simt
