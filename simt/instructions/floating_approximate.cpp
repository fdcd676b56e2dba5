#include <cmath>

#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/elementary_functions.hpp"
#include "simt/instructions/float_lanes.hpp"
#include "simt/instructions/lanes.hpp"

// The .approx and .full instructions: PTX bounds their errors, which differ between architectures.
// Here the results are nearly always correctly rounded, and the same on every host.

namespace warpmark::simt {
namespace {

using u64 = std::uint64_t;

struct approximate_reciprocal {
  static float apply(float a) { return 1 / a; }
};
struct approximate_root {
  static float apply(float a) { return std::sqrt(a); }
};
struct reciprocal_root {
  static float apply(float a) { return static_cast<float>(1 / std::sqrt(double{a})); }
};
// GPUs scale by 1 / 2 pi in single precision, truncating and flushing to zero, and use the
// fraction.
inline double turns(float a) {
  const double exact = double{a} * double{0.159154937f};
  const auto near = static_cast<float>(exact);
  if (!(std::fabs(double{near}) > std::fabs(exact))) return flush<true>(near);
  return flush<true>(std::nextafter(near, 0.0f));
}
struct sine {
  static float apply(float a) { return static_cast<float>(sine_of_turns(turns(a))); }
};
struct cosine {
  static float apply(float a) { return static_cast<float>(cosine_of_turns(turns(a))); }
};
struct logarithm {
  static float apply(float a) { return static_cast<float>(logarithm2(a)); }
};
struct power {
  static float apply(float a) { return static_cast<float>(exponential2(a)); }
};
struct tangent {
  static float apply(float a) { return static_cast<float>(hyperbolic_tangent(a)); }
};
// Beyond 2^126 the divisor's reciprocal is subnormal, which the hardware flushes to zero.
struct approximate_quotient {
  static float apply(float a, float b) {
    if (std::fabs(b) > 0x1p126f && !std::isinf(b)) return a * std::copysign(0.0f, b);
    return a / b;
  }
};
struct full_quotient {
  static float apply(float a, float b) { return a / b; }
};

template <class F, bool ftz>
struct approximate_result {
  template <class... T>
  static float apply(T... operands) {
    return flush<ftz>(with_nan(F::apply(flush<ftz>(operands)...), operands...));
  }
};

// The f64 forms read the high half of the operand and return the high half of the result.
constexpr u64 high_half = 0xffffffff00000000;

inline double flush_wide(double value) {
  return std::fabs(value) < std::numeric_limits<double>::min() ? std::copysign(0.0, value) : value;
}
inline double high_half_of(double value) {
  return std::bit_cast<double>(std::bit_cast<u64>(value) & high_half);
}
template <class F>
struct coarse {
  static double apply(double a) {
    a = flush_wide(high_half_of(a));
    const double result = F::apply(a);
    if (std::isnan(result)) return std::bit_cast<double>(u64{0x7fffffff00000000});
    return flush_wide(high_half_of(result));
  }
};
struct wide_reciprocal {
  static double apply(double a) { return 1 / a; }
};
struct wide_reciprocal_root {
  static double apply(double a) { return 1 / std::sqrt(a); }
};
struct fine_reciprocal_root {
  static double apply(double a) { return with_nan(1 / std::sqrt(a), a); }
};

template <class F>
handler one(const decoder& d) {
  return d.has("ftz") ? unary<approximate_result<F, true>, float, float>
                      : unary<approximate_result<F, false>, float, float>;
}
template <class F>
handler one_rarely(const decoder& d) {
  return d.has("ftz") ? rare_unary<approximate_result<F, true>, float, float>
                      : rare_unary<approximate_result<F, false>, float, float>;
}
template <class F>
handler two(const decoder& d) {
  return d.has("ftz") ? binary<approximate_result<F, true>, float, float>
                      : binary<approximate_result<F, false>, float, float>;
}

handler pick_single(const decoder& d) {
  if (d.is("div")) return d.has("full") ? two<full_quotient>(d) : two<approximate_quotient>(d);
  if (d.is("rcp")) return one<approximate_reciprocal>(d);
  if (d.is("sqrt")) return one<approximate_root>(d);
  if (d.is("rsqrt")) return one_rarely<reciprocal_root>(d);
  if (d.is("sin")) return one_rarely<sine>(d);
  if (d.is("cos")) return one_rarely<cosine>(d);
  if (d.is("lg2")) return one_rarely<logarithm>(d);
  if (d.is("ex2")) return one_rarely<power>(d);
  return d.is("tanh") ? one_rarely<tangent>(d) : nullptr;
}

handler pick_double(const decoder& d) {
  if (d.is("rcp")) return rare_unary<coarse<wide_reciprocal>, double, double>;
  if (!d.is("rsqrt")) return nullptr;
  return d.has("ftz") ? rare_unary<coarse<wide_reciprocal_root>, double, double>
                      : rare_unary<fine_reciprocal_root, double, double>;
}

}  // namespace

bool decode_approximate(decoder& d, instruction& out) {
  if (!d.has("approx") && !d.has("full")) return false;
  const scalar_type type = d.type_from_end();
  const bool wide = type == scalar_type::f64;
  if (!wide && type != scalar_type::f32) return false;
  out.execute = wide ? pick_double(d) : pick_single(d);
  if (!out.execute) return false;
  out.op[0] = d.destination(d.at(0), size_of(type));
  d.values(out, 1, type);
  return true;
}

}  // namespace warpmark::simt
