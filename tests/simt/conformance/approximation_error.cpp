#include "tests/simt/conformance/approximation_error.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace conformance {
namespace {

struct real_format {
  int precision;          // Bits, with the leading one.
  int smallest, largest;  // Exponents of normal values: 2^smallest … < 2^(largest + 1).
};

real_format format_of(const std::string& type) {
  if (type == "f16") return {11, -14, 15};
  if (type == "bf16") return {8, -126, 127};
  if (type == "f64") return {53, -1022, 1023};
  return {24, -126, 127};
}

double narrow_real(std::uint64_t bits, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const auto exponent = static_cast<int>(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
  const auto fraction = static_cast<double>(bits & ((1u << fraction_bits) - 1));
  const double sign = (bits >> (exponent_bits + fraction_bits)) & 1 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  const double whole = exponent == 0 ? fraction : fraction + std::exp2(fraction_bits);
  return sign * std::ldexp(whole, std::max(exponent, 1) - bias - fraction_bits);
}

double error_in_unit(const error_bound& bound, const real_format& format, double got,
                     double exact) {
  const double off = std::fabs(got - exact);
  if (bound.what == error_bound::kind::absolute) return off;
  if (bound.what == error_bound::kind::relative) return off / std::fabs(exact);
  const int exponent = std::max(std::ilogb(exact), format.smallest);
  return std::ldexp(off, format.precision - 1 - exponent);
}

}  // namespace

double real_value(std::uint64_t bits, const std::string& type) {
  if (type == "f16") return narrow_real(bits, 5, 10);
  if (type == "bf16") return narrow_real(bits, 8, 7);
  if (type == "f64") return std::bit_cast<double>(bits);
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

std::uint64_t mark_of(std::uint64_t output, const std::string& type) {
  const double value = real_value(output, type);
  if (std::isfinite(value) && value != 0) return std::signbit(value) ? 2 : 1;
  return output << 2;
}

approximation_error error_of(const outcome& what) {
  const entry& e = *what.of;
  const real_format format = format_of(e.result);
  approximation_error result;
  std::vector<std::uint64_t> marks;
  for (std::size_t i = 0; i < what.outputs.size(); ++i) {
    const double a = real_value(what.inputs[0][i], e.operands[0]);
    const double b = e.operands.size() > 1 ? real_value(what.inputs[1][i], e.operands[1]) : 0;
    const double got = real_value(what.outputs[i], e.result), exact = e.exact(a, b);
    marks.push_back(mark_of(what.outputs[i], e.result));
    // Subnormal results may be flushed, and have no relative error to speak of.
    const double magnitude = std::fabs(exact);
    if (!(magnitude >= std::ldexp(1.0, format.smallest)) ||
        magnitude >= std::ldexp(1.0, format.largest) * 2 || !std::isfinite(got))
      continue;
    const bool tiny_input = std::fabs(a) < std::ldexp(1.0, format.smallest);
    if (tiny_input || (b != 0 && std::fabs(b) < std::ldexp(1.0, format.smallest))) continue;
    const double error = error_in_unit(e.bound, format, got, exact);
    if (error > result.largest) result.largest = error, result.worst = i;
  }
  result.specials = hash_of(marks);
  return result;
}

}  // namespace conformance
