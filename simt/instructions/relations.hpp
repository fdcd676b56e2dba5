#pragma once

#include <type_traits>

#include "base/float_format.hpp"
#include "simt/instructions/decoder.hpp"

// The relations of setp and set.

namespace warpmark::simt {

/// f16 and bf16 compare as their values.
template <const float_format& format>
struct narrow_real {
  std::uint16_t bits;
  explicit narrow_real(std::uint32_t from) : bits(static_cast<std::uint16_t>(from)) {}
  operator double() const { return decode_float(format, bits); }
};

template <class T>
inline constexpr bool is_real = std::is_floating_point_v<T>;
template <const float_format& format>
inline constexpr bool is_real<narrow_real<format>> = true;

struct equal {
  template <class T>
  static bool apply(T a, T b) {
    return a == b;
  }
};
struct differ {
  template <class T>
  static bool apply(T a, T b) {
    return a != b;
  }
};
struct less {
  template <class T>
  static bool apply(T a, T b) {
    return a < b;
  }
};
struct at_most {
  template <class T>
  static bool apply(T a, T b) {
    return a <= b;
  }
};
struct greater {
  template <class T>
  static bool apply(T a, T b) {
    return a > b;
  }
};
struct at_least {
  template <class T>
  static bool apply(T a, T b) {
    return a >= b;
  }
};
// C++ != is true for NaN, PTX .ne is not; the "unordered" forms hold if either side is NaN.
struct ordered {
  template <class T>
  static bool apply(T a, T b) {
    return a == a && b == b;
  }
};
struct unordered {
  template <class T>
  static bool apply(T a, T b) {
    return a != a || b != b;
  }
};
struct ordered_differ {
  template <class T>
  static bool apply(T a, T b) {
    return a < b || a > b;
  }
};
template <class F>
struct or_unordered {
  template <class T>
  static bool apply(T a, T b) {
    return F::apply(a, b) || unordered::apply(a, b);
  }
};

/// Calls visit(relation) with the relation that the statement names and returns its result; nullptr
/// if T has no such relation.
template <class T, class Visit>
handler with_relation(const decoder& d, Visit&& visit) {
  constexpr bool real = is_real<T>;
  if (d.has("eq")) return visit(equal{});
  if (d.has("ne")) return visit(std::conditional_t<real, ordered_differ, differ>{});
  if (d.has("lt") || d.has("lo")) return visit(less{});
  if (d.has("le") || d.has("ls")) return visit(at_most{});
  if (d.has("gt") || d.has("hi")) return visit(greater{});
  if (d.has("ge") || d.has("hs")) return visit(at_least{});
  if constexpr (real) {
    if (d.has("equ")) return visit(or_unordered<equal>{});
    if (d.has("neu")) return visit(differ{});
    if (d.has("ltu")) return visit(or_unordered<less>{});
    if (d.has("leu")) return visit(or_unordered<at_most>{});
    if (d.has("gtu")) return visit(or_unordered<greater>{});
    if (d.has("geu")) return visit(or_unordered<at_least>{});
    if (d.has("num")) return visit(ordered{});
    if (d.has("nan")) return visit(unordered{});
  }
  return nullptr;
}

/// The combination of a comparison's result with a predicate, in the low bits of `immediate`.
inline constexpr std::int64_t combination_mask = 3, combines_and = 1, combines_or = 2,
                              combines_xor = 3, negates_other = 4;

/// Applies the combination; `other` is the predicate's slot.
inline std::uint32_t combine(const instruction& in, std::uint32_t holds, std::uint32_t other) {
  if (in.immediate & negates_other) other = ~other;
  switch (in.immediate & combination_mask) {
    case combines_and:
      return holds & other;
    case combines_or:
      return holds | other;
    case combines_xor:
      return holds ^ other;
    default:
      return holds;
  }
}

/// Decodes the predicate that the result is combined with, if any, into op[4].
void decode_combination(decoder& d, instruction& out);

/// The value of set where the relation holds: all ones for integers, 1.0 in each part for floats.
std::uint32_t true_value(scalar_type result);

}  // namespace warpmark::simt
