#include <cmath>
#include <limits>

#include "tests/simt/conformance/entry.hpp"

// The bounds are those of the PTX ISA, "Floating Point Instructions".

namespace conformance {
namespace {

using kind = error_bound::kind;

constexpr error_bound ulp(double n) { return {kind::ulp, n}; }
error_bound relative(double exponent) { return {kind::relative, std::exp2(exponent)}; }
error_bound absolute(double exponent) { return {kind::absolute, std::exp2(exponent)}; }

constexpr double outside = std::numeric_limits<double>::quiet_NaN();

// The functions are NaN where no bound is documented.
double full_quotient(double a, double b) { return a / b; }
double quotient(double a, double b) { return std::fabs(b) <= 0x1p126 ? a / b : outside; }
double reciprocal(double a, double) { return 1 / a; }
double root(double a, double) { return std::sqrt(a); }
double reciprocal_root(double a, double) { return 1 / std::sqrt(a); }
double sine(double a, double) { return std::fabs(a) <= 3.1416 ? std::sin(a) : outside; }
double cosine(double a, double) { return std::fabs(a) <= 3.1416 ? std::cos(a) : outside; }
double logarithm(double a, double) { return a < 0.5 || a > 2 ? std::log2(a) : outside; }
double logarithm_near_1(double a, double) { return a >= 0.5 && a <= 2 ? std::log2(a) : outside; }
double power(double a, double) { return std::exp2(a); }
double tangent(double a, double) { return std::tanh(a); }

}  // namespace

std::vector<pattern> approximate_patterns() {
  return {
      {"f32 = f32 divisor", "div.approx<|.ftz>.f32 d, a, b", 80, ulp(2), quotient},
      {"f32 = f32 f32", "div.full<|.ftz>.f32 d, a, b", 80, ulp(2), full_quotient},
      {"f32 = f32", "rcp.approx<|.ftz>.f32 d, a", 80, ulp(1), reciprocal},
      {"f32 = f32", "sqrt.approx<|.ftz>.f32 d, a", 80, relative(-23), root},
      {"f32 = f32", "rsqrt.approx<|.ftz>.f32 d, a", 80, relative(-22.9), reciprocal_root},
      {"f32 = angle", "sin.approx<|.ftz>.f32 d, a", 80, absolute(-20.5), sine},
      {"f32 = angle", "cos.approx<|.ftz>.f32 d, a", 80, absolute(-20.5), cosine},
      {"f32 = octave", "lg2.approx<|.ftz>.f32 d, a", 80, absolute(-22), logarithm_near_1},
      {"f32 = f32", "lg2.approx<|.ftz>.f32 d, a", 80, relative(-22), logarithm},
      {"f32 = exponent", "ex2.approx<|.ftz>.f32 d, a", 80, ulp(2), power},
      {"f32 = f32", "tanh.approx.f32 d, a", 80, relative(-11), tangent},
      {"f64 = f64", "rcp.approx.ftz.f64 d, a", 80, relative(-20), reciprocal},
      {"f64 = f64", "rsqrt.approx.ftz.f64 d, a", 80, relative(-20), reciprocal_root},
      {"f64 = f64", "rsqrt.approx.f64 d, a", 80, relative(-22), reciprocal_root},
      {"f16 = f16", "ex2.approx.f16 d, a", 80, relative(-9.9), power},
      {"bf16 = bf16", "ex2.approx.ftz.bf16 d, a", 90, relative(-7), power},
      {"f16 = f16", "tanh.approx.f16 d, a", 80, absolute(-10.987), tangent},
      {"bf16 = bf16", "tanh.approx.bf16 d, a", 90, absolute(-8), tangent},
  };
}

}  // namespace conformance
