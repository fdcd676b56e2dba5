#include <cmath>
#include <functional>

#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/float_lanes.hpp"
#include "simt/instructions/lanes.hpp"

// Operations on signs and order: abs, neg, copysign, min, max, testp.

namespace warpmark::simt {
namespace {

struct magnitude {
  template <class T>
  static T apply(T a) {
    return with_nan(std::fabs(a), a);
  }
};
struct negation {
  template <class T>
  static T apply(T a) {
    return with_nan(-a, a);
  }
};
struct sign_transfer {
  template <class T>
  static T apply(T a, T b) {
    return std::copysign(b, a);
  }
};

// Equal numbers differ at most in the sign of zero: `or` gives -0, `and` +0.
template <class T, class Combine>
T combine_bits(T a, T b, Combine combine) {
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return std::bit_cast<T>(combine(std::bit_cast<bits>(a), std::bit_cast<bits>(b)));
}

// A number is preferred to NaN, and +0 is greater than -0. Written as selections, which vectorise.
struct smaller {
  template <class T>
  static T apply(T a, T b) {
    T result = b < a ? b : a;
    result = a == b ? combine_bits(a, b, std::bit_or{}) : result;
    result = a != a ? b : result;
    return with_nan(result, result);
  }
};
struct larger {
  template <class T>
  static T apply(T a, T b) {
    T result = a < b ? b : a;
    result = a == b ? combine_bits(a, b, std::bit_and{}) : result;
    result = a != a ? b : result;
    return with_nan(result, result);
  }
};

template <class F, bool ftz>
struct order_of_flushed {
  template <class... T>
  static auto apply(T... operands) {
    return F::apply(flush<ftz>(operands)...);
  }
};

// min and max with further modifiers.

template <class F, unsigned operands>
void qualified_order(lane_context& context, const instruction& in, std::uint32_t active) {
  for_each_lane(active, [&](unsigned lane) {
    float result = 0;
    bool nan = false, negative = false;
    for (unsigned i = 0; i < operands; ++i) {
      float value = lanes_at<float>(context, in.op[1 + i])[lane];
      if (in.immediate & flushes) value = flush<true>(value);
      nan = nan || std::isnan(value);
      negative = negative != std::signbit(value);
      if (in.immediate & of_magnitudes) value = std::fabs(value);
      result = i == 0 ? value : F::apply(result, value);
    }
    if (in.immediate & xors_signs && !std::isnan(result))
      result = std::copysign(result, negative ? -1.0f : 1.0f);
    if (nan && in.immediate & hands_nan_on) result = canonical_nan<float>();
    lanes_at<float>(context, in.op[0])[lane] = result;
  });
}

template <class F, class T>
handler pick_order(const decoder& d, instruction& out) {
  if (d.has("ftz")) out.immediate |= flushes;
  if (d.has("NaN")) out.immediate |= hands_nan_on;
  if (d.has("abs")) out.immediate |= of_magnitudes;
  if (d.has("xorsign")) out.immediate |= xors_signs;
  if constexpr (std::is_same_v<T, float>) {
    if (d.operands() == 4) return qualified_order<F, 3>;
    if (out.immediate & ~flushes) return qualified_order<F, 2>;
    if (out.immediate & flushes) return binary<order_of_flushed<F, true>, T, T>;
  }
  return out.immediate != 0 || d.operands() != 3 ? nullptr : binary<F, T, T>;
}

template <class T>
handler pick_sign_and_order(const decoder& d, instruction& out) {
  const bool ftz = d.has("ftz");
  if (d.is("abs"))
    return ftz ? unary<order_of_flushed<magnitude, true>, T, T> : unary<magnitude, T, T>;
  if (d.is("neg"))
    return ftz ? unary<order_of_flushed<negation, true>, T, T> : unary<negation, T, T>;
  if (d.is("copysign")) return binary<sign_transfer, T, T>;
  if (d.is("min")) return pick_order<smaller, T>(d, out);
  return d.is("max") ? pick_order<larger, T>(d, out) : nullptr;
}

// testp.* writes a predicate.
template <class T>
void test_property(lane_context& context, const instruction& in, std::uint32_t active) {
  const auto* a = lanes_at<T>(context, in.op[1]);
  auto* d = lanes_at<std::uint32_t>(context, in.op[0]);
  std::uint32_t holds = 0;
  for_each_lane(active, [&](unsigned lane) {
    bool yes = false;
    switch (in.immediate) {
      case 0:
        yes = std::isfinite(a[lane]);
        break;
      case 1:
        yes = std::isinf(a[lane]);
        break;
      case 2:
        yes = !std::isnan(a[lane]);
        break;
      case 3:
        yes = std::isnan(a[lane]);
        break;
      case 4:
        yes = std::isnormal(a[lane]) || a[lane] == 0;
        break;
      default:
        yes = std::fpclassify(a[lane]) == FP_SUBNORMAL;
        break;
    }
    holds |= std::uint32_t{yes} << lane;
  });
  *d = (*d & ~active) | holds;
}

bool decode_test(decoder& d, instruction& out, bool wide) {
  constexpr const char* properties[] = {"finite",     "infinite", "number",
                                        "notanumber", "normal",   "subnormal"};
  for (std::int64_t i = 0; i < 6; ++i)
    if (d.has(properties[i])) out.immediate = i;
  out.execute = wide ? test_property<double> : test_property<float>;
  out.op[0] = d.predicate(d.at(0));
  out.op[1] = d.value(d.at(1), wide ? scalar_type::f64 : scalar_type::f32);
  return true;
}

}  // namespace

bool decode_sign_and_order(decoder& d, instruction& out) {
  const bool wide = d.has("f64");
  if (d.has("f32x2")) return false;
  if (d.is("testp")) return decode_test(d, out, wide);
  out.execute = wide ? pick_sign_and_order<double>(d, out) : pick_sign_and_order<float>(d, out);
  if (!out.execute) return false;
  const scalar_type type = wide ? scalar_type::f64 : scalar_type::f32;
  out.op[0] = d.destination(d.at(0), size_of(type));
  d.values(out, 1, type);
  return true;
}

}  // namespace warpmark::simt
