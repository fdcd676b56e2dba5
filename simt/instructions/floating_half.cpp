#include <cmath>

#include "base/float_format.hpp"
#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/elementary_functions.hpp"
#include "simt/instructions/float_lanes.hpp"
#include "simt/instructions/lanes.hpp"

// f16 and bf16, alone or in pairs: computed in double, rounded once.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;

enum class half_opcode : std::uint8_t { add, sub, mul, fma, abs, neg, min, max, ex2, tanh };

struct half_operation {
  float_format format;
  std::int64_t modifiers;

  bool has(std::int64_t modifier) const { return modifiers & modifier; }
  u32 sign() const { return format.sign_bit(); }
  bool is_nan(u32 v) const { return (v & (sign() - 1)) > format.infinity(); }
  u32 flushed(u32 v) const {
    const bool subnormal = (v & (sign() - 1)) < (1u << format.fraction_bits);
    return has(flushes) && subnormal ? v & sign() : v;
  }
  double real(u32 v) const { return decode_float(format, v); }
  u32 with_nan(u32 v) const { return is_nan(v) ? format.nan() : v; }

  // Also flushes a value that only rounding would raise to the smallest normal number.
  bool is_tiny(double value) const {
    const double smallest = std::ldexp(1.0, format.smallest_exponent());
    return std::fabs(value) < smallest * (1 - std::ldexp(1.0, -format.fraction_bits - 2));
  }

  // Below the smallest subnormal number GPUs return zero, above it they round.
  double power(double exponent) const {
    const int least = format.smallest_exponent() - format.fraction_bits;
    return exponent < least ? 0 : exponential2(exponent);
  }

  u32 finished(double value) const {
    if (has(flushes) && is_tiny(value)) value = std::copysign(0.0, value);
    const u32 bits = encode_float(format, value, rounding::nearest);
    if (has(saturates)) {
      if (is_nan(bits) || bits & sign()) return 0;
      return std::min(bits, encode_float(format, 1, rounding::nearest));
    }
    return has(clamps_negatives) && !is_nan(bits) && bits & sign() ? 0 : bits;
  }

  // A number is preferred to NaN unless NaN is to be propagated, and +0 is greater than -0.
  u32 ordered(u32 a, u32 b, bool wants_larger) const {
    const u32 signs = (a ^ b) & sign();
    if (has(of_magnitudes)) a &= sign() - 1, b &= sign() - 1;
    if (is_nan(a) && is_nan(b)) return format.nan();
    if (is_nan(a) || is_nan(b)) {
      if (has(hands_nan_on)) return format.nan();
      return (is_nan(a) ? b : a) | (has(xors_signs) ? signs : 0);
    }
    const auto key = [&](u32 v) {
      return v & sign() ? -static_cast<std::int32_t>(v & (sign() - 1)) - 1
                        : static_cast<std::int32_t>(v);
    };
    const u32 result = (key(a) < key(b)) == wants_larger ? b : a;
    return result | (has(xors_signs) ? signs : 0);
  }

  u32 operator()(half_opcode op, u32 a, u32 b, u32 c) const {
    a = flushed(a), b = flushed(b), c = flushed(c);
    switch (op) {
      case half_opcode::add:
        return finished(add_to_odd(real(a), real(b)));
      case half_opcode::sub:
        return finished(add_to_odd(real(a), -real(b)));
      case half_opcode::mul:
        return finished(real(a) * real(b));
      case half_opcode::fma:
        return finished(add_to_odd(real(a) * real(b), real(c)));
      case half_opcode::abs:
        return with_nan(a & (sign() - 1));
      case half_opcode::neg:
        return with_nan(a ^ sign());
      case half_opcode::min:
        return ordered(a, b, false);
      case half_opcode::max:
        return ordered(a, b, true);
      case half_opcode::ex2:
        return finished(power(real(a)));
      default:
        return finished(hyperbolic_tangent(real(a)));
    }
  }
};

// The operation is `target`. If it has fewer operands, the first one is read again.
template <const float_format& format, bool pairs>
void half_arithmetic(lane_context& context, const instruction& in, u32 active) {
  const half_operation compute{format, in.immediate};
  const auto op = static_cast<half_opcode>(in.target);
  for_each_lane(active, [&](unsigned lane) {
    const u32 a = lanes_at<u32>(context, in.op[1])[lane];
    const u32 b = lanes_at<u32>(context, in.op[2])[lane];
    const u32 c = lanes_at<u32>(context, in.op[3])[lane];
    u32 result = compute(op, a & 0xffff, b & 0xffff, c & 0xffff);
    if constexpr (pairs) result |= compute(op, a >> 16, b >> 16, c >> 16) << 16;
    lanes_at<u32>(context, in.op[0])[lane] = result;
  });
}

bool find_operation(const decoder& d, instruction& out) {
  constexpr const char* names[] = {"add", "sub", "mul", "fma", "abs",
                                   "neg", "min", "max", "ex2", "tanh"};
  for (u32 i = 0; i < 10; ++i)
    if (d.is(names[i])) {
      out.target = i;
      return true;
    }
  return false;
}

}  // namespace

bool decode_half(decoder& d, instruction& out) {
  const auto type = parse_scalar_type(d.source().modifiers.back());
  const bool half = type == scalar_type::f16 || type == scalar_type::f16x2;
  const bool brain = type == scalar_type::bf16 || type == scalar_type::bf16x2;
  if ((!half && !brain) || !find_operation(d, out)) return false;
  if (d.has("oob")) d.unsupported();
  const bool pairs = size_of(*type) == 4;
  if (half)
    out.execute = pairs ? half_arithmetic<half_format, true> : half_arithmetic<half_format, false>;
  else
    out.execute =
        pairs ? half_arithmetic<brain_format, true> : half_arithmetic<brain_format, false>;
  if (d.has("ftz")) out.immediate |= flushes;
  if (d.has("sat")) out.immediate |= saturates;
  if (d.has("relu")) out.immediate |= clamps_negatives;
  if (d.has("NaN")) out.immediate |= hands_nan_on;
  if (d.has("abs")) out.immediate |= of_magnitudes;
  if (d.has("xorsign")) out.immediate |= xors_signs;
  out.instruction_class = counter::float32_instructions;
  out.op[0] = d.destination(d.at(0), 4);
  out.op[2] = out.op[3] = out.op[1] = d.value(d.at(1), *type);
  d.values(out, 2, *type);
  return true;
}

}  // namespace warpmark::simt
