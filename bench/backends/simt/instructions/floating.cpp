#include <bit>
#include <cmath>
#include <limits>

#include "bench/backends/simt/instructions/decoder.hpp"
#include "bench/backends/simt/instructions/lanes.hpp"

namespace warpmark::simt {
namespace {

// ftz: subnormal operands and results of f32 become zeros of the same sign.
template <bool ftz, class T>
inline T flush(T value) {
  if constexpr (ftz && std::is_same_v<T, float>) {
    if (std::fabs(value) < std::numeric_limits<float>::min()) return std::copysign(0.0f, value);
  }
  return value;
}

template <class T>
inline T saturate(T value) {
  return value > T(0) ? (value < T(1) ? value : T(1)) : T(0);  // NaN becomes +0.
}

// The hardware's only NaN result of min and max.
template <class T>
inline T canonical_nan() {
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<float>(0x7fffffffu);
  else
    return std::bit_cast<double>(0x7fffffffffffffffull);
}

template <class T>
struct floats {
  struct add {
    static T apply(T a, T b) { return a + b; }
  };
  struct sub {
    static T apply(T a, T b) { return a - b; }
  };
  struct mul {
    static T apply(T a, T b) { return a * b; }
  };
  struct div {
    static T apply(T a, T b) { return a / b; }
  };
  struct fma {
    static T apply(T a, T b, T c) { return std::fma(a, b, c); }
  };
  struct abs {
    static T apply(T a) { return std::fabs(a); }
  };
  struct neg {
    static T apply(T a) { return -a; }
  };
  struct sqrt {
    static T apply(T a) { return std::sqrt(a); }
  };
  struct rcp {
    static T apply(T a) { return T(1) / a; }
  };
  struct rsqrt {
    static T apply(T a) { return T(1) / std::sqrt(a); }
  };
  struct ex2 {
    static T apply(T a) { return static_cast<T>(std::exp2(double(a))); }
  };
  struct lg2 {
    static T apply(T a) { return static_cast<T>(std::log2(double(a))); }
  };
  struct sin {
    static T apply(T a) { return static_cast<T>(std::sin(double(a))); }
  };
  struct cos {
    static T apply(T a) { return static_cast<T>(std::cos(double(a))); }
  };
  struct tanh {
    static T apply(T a) { return static_cast<T>(std::tanh(double(a))); }
  };
  struct copysign {
    static T apply(T a, T b) { return std::copysign(b, a); }
  };
  // A number beats NaN, and +0 is greater than -0.
  struct min {
    static T apply(T a, T b) {
      if (std::isnan(a)) return std::isnan(b) ? canonical_nan<T>() : b;
      if (std::isnan(b)) return a;
      if (a == b) return std::signbit(a) ? a : b;
      return a < b ? a : b;
    }
  };
  struct max {
    static T apply(T a, T b) {
      if (std::isnan(a)) return std::isnan(b) ? canonical_nan<T>() : b;
      if (std::isnan(b)) return a;
      if (a == b) return std::signbit(a) ? b : a;
      return a < b ? b : a;
    }
  };
  struct min_nan {
    static T apply(T a, T b) {
      return std::isnan(a) || std::isnan(b) ? canonical_nan<T>() : min::apply(a, b);
    }
  };
  struct max_nan {
    static T apply(T a, T b) {
      return std::isnan(a) || std::isnan(b) ? canonical_nan<T>() : max::apply(a, b);
    }
  };
};

template <class F, bool ftz, bool sat>
struct rounded {
  template <class... T>
  static auto apply(T... operands) {
    const auto result = flush<ftz>(F::apply(flush<ftz>(operands)...));
    if constexpr (sat)
      return saturate(result);
    else
      return result;
  }
};

template <class T, bool ftz, bool sat>
handler pick_rounded(const decoder& d) {
  using f = floats<T>;
  const std::string& op = d.source().opcode;
  const auto one = [](auto op_type) {
    return handler{unary<rounded<decltype(op_type), ftz, sat>, T, T>};
  };
  const auto two = [](auto op_type) {
    return handler{binary<rounded<decltype(op_type), ftz, sat>, T, T>};
  };
  if (op == "add") return two(typename f::add{});
  if (op == "sub") return two(typename f::sub{});
  if (op == "mul") return two(typename f::mul{});
  if (op == "div") return two(typename f::div{});
  if (op == "fma" || op == "mad") return ternary<rounded<typename f::fma, ftz, sat>, T, T>;
  if (op == "abs") return one(typename f::abs{});
  if (op == "neg") return one(typename f::neg{});
  if (op == "sqrt") return one(typename f::sqrt{});
  if (op == "rcp") return one(typename f::rcp{});
  if (op == "rsqrt") return one(typename f::rsqrt{});
  if (op == "ex2") return one(typename f::ex2{});
  if (op == "lg2") return one(typename f::lg2{});
  if (op == "sin") return one(typename f::sin{});
  if (op == "cos") return one(typename f::cos{});
  if (op == "tanh") return one(typename f::tanh{});
  if (op == "copysign") return two(typename f::copysign{});
  if (op == "min") return d.has("NaN") ? two(typename f::min_nan{}) : two(typename f::min{});
  if (op == "max") return d.has("NaN") ? two(typename f::max_nan{}) : two(typename f::max{});
  return nullptr;
}

// testp.* answers in a predicate.
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
        yes = std::isnormal(a[lane]);
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

bool decode_floating(decoder& d, instruction& out) {
  if (d.source().modifiers.empty()) return false;
  const auto type = parse_scalar_type(d.source().modifiers.back());
  if (type != scalar_type::f32 && type != scalar_type::f64) return false;
  const bool wide = type == scalar_type::f64;
  out.klass = wide ? counter::float64_instructions : counter::float32_instructions;
  if (d.is("testp")) return decode_test(d, out, wide);
  if (d.has("ftz") || d.has("sat")) {
    const bool ftz = d.has("ftz"), sat = d.has("sat");
    out.execute = wide   ? pick_rounded<double, false, true>(d)
                  : !sat ? pick_rounded<float, true, false>(d)
                  : ftz  ? pick_rounded<float, true, true>(d)
                         : pick_rounded<float, false, true>(d);
  } else {
    out.execute =
        wide ? pick_rounded<double, false, false>(d) : pick_rounded<float, false, false>(d);
  }
  if (!out.execute) return false;
  if (d.has("rz") || d.has("rm") || d.has("rp")) d.unsupported("only rounding to nearest");
  out.op[0] = d.destination(d.at(0), size_of(*type));
  for (std::size_t i = 1; i < d.operands(); ++i) out.op[i] = d.value(d.at(i), *type);
  return true;
}

}  // namespace warpmark::simt
