#include <cmath>

#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/directed_rounding.hpp"
#include "simt/instructions/float_lanes.hpp"
#include "simt/instructions/lanes.hpp"

// Correctly rounded arithmetic of f32 and f64, and of pairs of f32.

namespace warpmark::simt {
namespace {

struct sum {
  template <class T>
  static T apply(T a, T b) {
    return with_nan(a + b, a, b);
  }
};
struct difference {
  template <class T>
  static T apply(T a, T b) {
    return with_nan(a - b, a, b);
  }
};
struct product {
  template <class T>
  static T apply(T a, T b) {
    return with_nan(a * b, a, b);
  }
  template <class T>
  static T scaled(T a, T b) {
    return (a * T(0x1p64)) * b;
  }
};
struct quotient {
  template <class T>
  static T apply(T a, T b) {
    return with_nan(a / b, b, a);
  }
  template <class T>
  static T scaled(T a, T b) {
    return (a * T(0x1p64)) / b;
  }
};
struct root {
  template <class T>
  static T apply(T a) {
    return with_nan(std::sqrt(a), a);
  }
};
struct reciprocal {
  template <class T>
  static T apply(T a) {
    return with_nan(T(1) / a, a);
  }
  template <class T>
  static T scaled(T a) {
    return T(0x1p64) / a;
  }
};
// For directed rounding; fused_multiply_add.cpp has rounding to nearest.
struct fused {
  template <class T>
  static T apply(T a, T b, T c) {
    return with_nan(std::fma(a, b, c), a, c,
                    b);  // A NaN of b takes precedence over c, and c over a.
  }
  template <class T>
  static T scaled(T a, T b, T c) {
    return std::fma(a * T(0x1p64), b, c * T(0x1p64));
  }
};

template <bool ftz, class F, class... T>
inline auto finish(T... operands) {
  const auto result = F::apply(operands...);
  // Sums and roots are exact where they are subnormal.
  if constexpr (ftz && requires { F::scaled(operands...); })
    return flush_tiny<ftz>(result, F::scaled(operands...));
  else
    return flush<ftz>(result);
}

template <class F, bool ftz, bool sat>
struct adjusted {
  template <class... T>
  static auto apply(T... operands) {
    const auto result = finish<ftz, F>(flush<ftz>(operands)...);
    if constexpr (sat)
      return saturate(result);
    else
      return result;
  }
};

// The low and the high float of 64 bits.
template <class F>
struct both_floats {
  static float low(std::uint64_t v) { return std::bit_cast<float>(static_cast<std::uint32_t>(v)); }
  static float high(std::uint64_t v) { return low(v >> 32); }
  template <class... T>
  static std::uint64_t apply(T... pairs) {
    const std::uint64_t upper = std::bit_cast<std::uint32_t>(F::apply(high(pairs)...));
    return (upper << 32) | std::bit_cast<std::uint32_t>(F::apply(low(pairs)...));
  }
};

template <class F, class T, bool ftz, bool sat>
handler one_operand(const decoder& d) {
  return with_rounding<unary<adjusted<F, ftz, sat>, T, T>>(d);
}
template <class F, class T, bool ftz, bool sat>
handler two_operands(const decoder& d) {
  using operation = adjusted<F, ftz, sat>;
  if constexpr (std::is_same_v<T, std::uint64_t>)
    return with_rounding<rare_binary<both_floats<operation>, T, T>>(d);
  else if constexpr (sat)
    return with_rounding<rare_binary<operation, T, T>>(d);
  else
    return with_rounding<binary<operation, T, T>>(d);
}
template <class T, bool ftz, bool sat>
handler three_operands(const decoder& d) {
  using operation = adjusted<fused, ftz, sat>;
  if constexpr (std::is_same_v<T, std::uint64_t>)
    return with_rounding<rare_ternary<both_floats<operation>, T, T>>(d);
  else
    return with_rounding<rare_ternary<operation, T, T>>(d);
}

template <class T, bool ftz, bool sat>
handler pick_floating(const decoder& d) {
  if (d.is("add")) return two_operands<sum, T, ftz, sat>(d);
  if (d.is("sub")) return two_operands<difference, T, ftz, sat>(d);
  if (d.is("mul")) return two_operands<product, T, ftz, sat>(d);
  if (d.is("fma") || d.is("mad")) return three_operands<T, ftz, sat>(d);
  if constexpr (!sat && !std::is_same_v<T, std::uint64_t>) {
    if (d.is("div")) return two_operands<quotient, T, ftz, false>(d);
    if (d.is("sqrt")) return one_operand<root, T, ftz, false>(d);
    if (d.is("rcp")) return one_operand<reciprocal, T, ftz, false>(d);
  }
  return nullptr;
}

handler pick_floating(const decoder& d, scalar_type type) {
  const bool ftz = d.has("ftz"), sat = d.has("sat");
  if (type == scalar_type::f64)
    return ftz || sat ? nullptr : pick_floating<double, false, false>(d);
  if (type == scalar_type::f32x2) {
    if (sat) return nullptr;
    return ftz ? pick_floating<std::uint64_t, true, false>(d)
               : pick_floating<std::uint64_t, false, false>(d);
  }
  if (sat) return ftz ? pick_floating<float, true, true>(d) : pick_floating<float, false, true>(d);
  return ftz ? pick_floating<float, true, false>(d) : pick_floating<float, false, false>(d);
}

}  // namespace

bool decode_floating(decoder& d, instruction& out) {
  if (d.source().modifiers.empty()) return false;
  if (decode_half(d, out)) return true;
  const auto type = parse_scalar_type(d.source().modifiers.back());
  if (type != scalar_type::f32 && type != scalar_type::f64 && type != scalar_type::f32x2)
    return false;
  out.instruction_class =
      type == scalar_type::f64 ? counter::float64_instructions : counter::float32_instructions;
  if (decode_approximate(d, out) || decode_sign_and_order(d, out)) return true;
  if (!decode_fused(d, out)) out.execute = pick_floating(d, *type);
  if (!out.execute) return false;
  out.op[0] = d.destination(d.at(0), size_of(*type));
  d.values(out, 1, *type);
  return true;
}

}  // namespace warpmark::simt
