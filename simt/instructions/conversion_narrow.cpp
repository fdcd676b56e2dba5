#include <cmath>

#include "base/float_format.hpp"
#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/float_lanes.hpp"
#include "simt/instructions/lanes.hpp"

// cvt from or to f16, bf16, tf32 and the 8-bit floating-point types: through double.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// The parameters of a narrow conversion, packed into `immediate`.
struct conversion {
  scalar_type to, from;
  rounding mode;
  bool integral, flushes, saturates, clamps_negatives, finite;

  std::int64_t packed() const {
    return static_cast<std::int64_t>(to) | static_cast<std::int64_t>(from) << 8 |
           static_cast<std::int64_t>(mode) << 16 | std::int64_t{integral} << 24 |
           std::int64_t{flushes} << 25 | std::int64_t{saturates} << 26 |
           std::int64_t{clamps_negatives} << 27 | std::int64_t{finite} << 28;
  }
  static conversion unpacked(std::int64_t bits) {
    const auto flag = [&](unsigned i) { return ((bits >> i) & 1) != 0; };
    return {static_cast<scalar_type>(bits & 255),
            static_cast<scalar_type>((bits >> 8) & 255),
            static_cast<rounding>((bits >> 16) & 255),
            flag(24),
            flag(25),
            flag(26),
            flag(27),
            flag(28)};
  }
};

// Flags for a result of single precision, which represents all values of the narrow types.
double flushed(double value, bool flushes) {
  return flushes && std::fabs(value) < 0x1p-126 ? std::copysign(0.0, value) : value;
}

// Integers of more than 53 bits are rounded to odd, so that the later rounding is correct.
double real_of_integer(u64 bits, scalar_type type) {
  const unsigned unused = 64 - 8 * size_of(type);
  const u64 aligned = bits << unused;
  const u64 value = is_signed(type) ? static_cast<u64>(static_cast<std::int64_t>(aligned) >> unused)
                                    : aligned >> unused;
  const bool negative = is_signed(type) && value >> 63;
  u64 size = negative ? 0 - value : value;
  if (size >> 53) size = (size & ~u64{0x7ff}) | (size & 0x7ff ? 0x800 : 0);
  return negative ? -static_cast<double>(size) : static_cast<double>(size);
}

double read_real(u64 bits, const conversion& conversion) {
  const auto word = static_cast<u32>(bits);
  switch (conversion.from) {
    case scalar_type::f16:
      return decode_float(half_format, word & 0xffff);
    case scalar_type::bf16:
      return decode_float(brain_format, word & 0xffff);
    case scalar_type::f32:
      return std::bit_cast<float>(word);  // .ftz does not apply to narrow results.
    case scalar_type::f64:
      return std::bit_cast<double>(bits);
    default:
      return real_of_integer(bits, conversion.from);
  }
}

double round_integral(double value, rounding mode) {
  switch (mode) {
    case rounding::zero:
      return std::trunc(value);
    case rounding::down:
      return std::floor(value);
    case rounding::up:
      return std::ceil(value);
    default:
      return std::nearbyint(value);
  }
}

u64 write_integer(double value, const conversion& conversion) {
  const unsigned bits = 8 * size_of(conversion.to);
  if (std::isnan(value)) return bits == 64 ? u64{1} << 63 : 0;  // As from f32.
  const double whole = round_integral(value, conversion.mode);
  const bool has_sign = is_signed(conversion.to);
  const double over = std::ldexp(1.0, static_cast<int>(has_sign ? bits - 1 : bits));
  const u64 most = ~u64{0} >> (64 - bits + (has_sign ? 1 : 0));
  if (whole >= over) return most;
  if (!has_sign) return whole < 0 ? 0 : static_cast<u64>(whole);
  return whole < -over ? ~most : static_cast<u64>(static_cast<std::int64_t>(whole));
}

// An 8-bit format without infinities: larger values saturate to the largest finite one.
u32 write_byte(double value, const conversion& conversion, const float_format& format,
               u32 largest) {
  if (std::isnan(value)) return 0x7f;
  const u32 sign = std::signbit(value) ? 0x80 : 0;
  if (conversion.clamps_negatives && sign) return 0;
  if (std::isinf(value)) return sign | largest;
  const u64 magnitude = round_magnitude(format, value, conversion.mode);
  return sign | static_cast<u32>(std::min(magnitude, u64{largest}));
}

// From f64, the NaN's payload is kept as far as it fits.
u32 truncated_nan(double value, const float_format& format) {
  const auto payload = static_cast<u32>(std::bit_cast<u64>(value) >> (52 - format.fraction_bits)) &
                       ((1u << format.fraction_bits) - 1);
  const u32 quiet = 1u << (format.fraction_bits - 1);
  return (std::signbit(value) ? format.sign_bit() : 0) | format.infinity() | quiet | payload;
}

u32 write_narrow(double value, const conversion& conversion, const float_format& format) {
  if (std::isnan(value) && conversion.from == scalar_type::f64) return truncated_nan(value, format);
  if (conversion.clamps_negatives && std::signbit(value) && !std::isnan(value)) return 0;
  const u32 bits = encode_float(format, value, conversion.mode);
  const bool infinite = (bits & (format.sign_bit() - 1)) == format.infinity();
  return conversion.finite && infinite ? bits - 1 : bits;
}

u64 write_real(double value, const conversion& conversion) {
  switch (conversion.to) {
    case scalar_type::f16:
      return write_narrow(value, conversion, half_format);
    case scalar_type::bf16:
      return write_narrow(value, conversion, brain_format);
    case scalar_type::tf32:
      return u64{write_narrow(value, conversion, tensor_format)} << 13;
    case scalar_type::e4m3x2:
      return write_byte(value, conversion, e4m3_format, 0x7e);
    case scalar_type::e5m2x2:
      return write_byte(value, conversion, e5m2_format, 0x7b);
    case scalar_type::f32:
      if (std::isnan(value)) return 0x7fffffff;
      return std::bit_cast<u32>(static_cast<float>(flushed(value, conversion.flushes)));
    default:
      return std::bit_cast<u64>(std::isnan(value) ? quieted(value) : value);
  }
}

u64 convert(u64 bits, const conversion& conversion) {
  // These move bits, NaN or not.
  if (conversion.from == scalar_type::bf16 && conversion.to == scalar_type::f32 &&
      !conversion.saturates)
    return (bits & 0xffff) << 16;
  if (conversion.mode == rounding::away && std::isnan(read_real(bits, conversion)))
    return bits & 0xffffe000;
  double value = read_real(bits, conversion);
  if (!is_float(conversion.to) && size_of(conversion.to) != 0 && conversion.to < scalar_type::f16)
    return write_integer(value, conversion);
  if (conversion.integral && std::isfinite(value)) value = round_integral(value, conversion.mode);
  if (conversion.saturates) value = value > 0 ? std::min(value, 1.0) : 0.0;
  return write_real(value, conversion);
}

// Slots of 4 or 8 bytes.
u64 read_slot(lane_context& context, u32 slot, bool wide, unsigned lane) {
  return wide ? lanes_at<u64>(context, slot)[lane] : lanes_at<u32>(context, slot)[lane];
}
void write_slot(lane_context& context, u32 slot, bool wide, unsigned lane, u64 value) {
  if (wide)
    lanes_at<u64>(context, slot)[lane] = value;
  else
    lanes_at<u32>(context, slot)[lane] = static_cast<u32>(value);
}

// Bits 0 and 1 of `target`: whether source and result have slots of 8 bytes.
void convert_one(lane_context& context, const instruction& in, u32 active) {
  const conversion conversion = simt::conversion::unpacked(in.immediate);
  for_each_lane(active, [&](unsigned lane) {
    const u64 source = read_slot(context, in.op[1], in.target & 1, lane);
    write_slot(context, in.op[0], in.target & 2, lane, convert(source, conversion));
  });
}

// Two values make a pair: the first operand is its upper half. `target` is the part's width.
void convert_two(lane_context& context, const instruction& in, u32 active) {
  const conversion conversion = simt::conversion::unpacked(in.immediate);
  for_each_lane(active, [&](unsigned lane) {
    const u64 high = convert(lanes_at<u32>(context, in.op[1])[lane], conversion);
    const u64 low = convert(lanes_at<u32>(context, in.op[2])[lane], conversion);
    lanes_at<u32>(context, in.op[0])[lane] = static_cast<u32>((high << in.target) | low);
  });
}

// Pairs of f16 from and to pairs of 8-bit values.
void narrow_pair(lane_context& context, const instruction& in, u32 active) {
  const conversion conversion = simt::conversion::unpacked(in.immediate);
  for_each_lane(active, [&](unsigned lane) {
    const u32 pair = lanes_at<u32>(context, in.op[1])[lane];
    lanes_at<u32>(context, in.op[0])[lane] = static_cast<u32>(
        convert(pair & 0xffff, conversion) | (convert(pair >> 16, conversion) << 8));
  });
}

double decode_byte(u32 bits, scalar_type type) {
  if (type == scalar_type::e5m2x2) return decode_float(e5m2_format, bits);
  if ((bits & 0x7f) == 0x7f) return std::nan("");
  // Exponents of all ones are ordinary: read through a format with one more exponent bit.
  constexpr float_format wider{5, 3};
  const double value = decode_float(wider, bits & 0x7f) * 0x1p8;
  return bits & 0x80 ? -value : value;
}

void widen_pair(lane_context& context, const instruction& in, u32 active) {
  const conversion conversion = simt::conversion::unpacked(in.immediate);
  for_each_lane(active, [&](unsigned lane) {
    const u32 pair = lanes_at<u32>(context, in.op[1])[lane];
    const u32 low = write_narrow(decode_byte(pair & 255, conversion.from), conversion, half_format);
    const u32 high =
        write_narrow(decode_byte((pair >> 8) & 255, conversion.from), conversion, half_format);
    lanes_at<u32>(context, in.op[0])[lane] = low | (high << 16);
  });
}

bool is_byte_pair(scalar_type type) {
  return type == scalar_type::e4m3x2 || type == scalar_type::e5m2x2;
}

rounding rounding_of(const decoder& d) {
  if (d.has("rz") || d.has("rzi")) return rounding::zero;
  if (d.has("rm") || d.has("rmi")) return rounding::down;
  if (d.has("rp") || d.has("rpi")) return rounding::up;
  return d.has("rna") ? rounding::away : rounding::nearest;
}

bool is_narrow(scalar_type type) { return type == scalar_type::f16 || type >= scalar_type::bf16; }

void decode_pairs(decoder& d, instruction& out, conversion conversion) {
  if (conversion.from == scalar_type::f16x2 && is_byte_pair(conversion.to)) {
    out.execute = narrow_pair;
    conversion.from = scalar_type::f16;
  } else if (conversion.to == scalar_type::f16x2 && is_byte_pair(conversion.from)) {
    out.execute = widen_pair;
  } else if (conversion.from == scalar_type::f32 && d.operands() == 3) {
    out.execute = convert_two;
    out.target = is_byte_pair(conversion.to) ? 8 : 16;
    if (conversion.to == scalar_type::f16x2) conversion.to = scalar_type::f16;
    if (conversion.to == scalar_type::bf16x2) conversion.to = scalar_type::bf16;
    out.op[2] = d.value(d.at(2), scalar_type::f32);
  } else {
    d.unsupported();
  }
  out.immediate = conversion.packed();
  out.op[0] = d.destination(d.at(0), 4);
  out.op[1] = d.value(d.at(1), scalar_type::b32);
}

}  // namespace

bool decode_narrow_conversion(decoder& d, instruction& out) {
  const scalar_type to = d.type_from_end(1), from = d.type_from_end(0);
  if (!is_narrow(to) && !is_narrow(from)) return false;
  out.instruction_class = counter::conversion_instructions;
  const bool integral = d.has("rni") || d.has("rzi") || d.has("rmi") || d.has("rpi");
  const conversion conversion{to,           from,         rounding_of(d), integral,
                              d.has("ftz"), d.has("sat"), d.has("relu"),  d.has("satfinite")};
  if (to >= scalar_type::f16x2 || from >= scalar_type::f16x2) {
    decode_pairs(d, out, conversion);
    return true;
  }
  out.execute = convert_one;
  out.immediate = conversion.packed();
  const bool wide_source = d.width(d.at(1), size_of(from)) == 8;
  out.target = (wide_source ? 1 : 0) | (d.width(d.at(0), 4) == 8 ? 2 : 0);
  out.op[0] = d.destination(d.at(0), 0);
  out.op[1] =
      d.at(1).what == operand::kind::reg ? d.destination(d.at(1), 0) : d.value(d.at(1), from);
  return true;
}

}  // namespace warpmark::simt
