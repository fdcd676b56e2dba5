#include <algorithm>
#include <cmath>
#include <limits>

#include "base/float_format.hpp"
#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/float_lanes.hpp"
#include "simt/instructions/lanes.hpp"

// cvt of integers, f32 and f64, and cvta.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// Registers of 4 or 8 bytes hold integers of up to 4 bytes; all others are as wide as their type.
// Conversions that kernels do often have loops of their own, below. The rest look at these
// parameters, packed into `immediate`, in each lane.
struct cast {
  scalar_type to, from;
  rounding mode = rounding::nearest;
  bool wide_result = false, wide_source = false;
  bool rounds = false;  ///< To an integral value of the same type.
  bool flushes = false, saturates = false;

  std::int64_t packed() const {
    return std::int64_t{static_cast<std::uint8_t>(to)} |
           std::int64_t{static_cast<std::uint8_t>(from)} << 8 |
           std::int64_t{static_cast<std::uint8_t>(mode)} << 16 | std::int64_t{wide_result} << 24 |
           std::int64_t{wide_source} << 25 | std::int64_t{rounds} << 26 |
           std::int64_t{flushes} << 27 | std::int64_t{saturates} << 28;
  }
  static cast unpacked(std::int64_t bits) {
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

// The low bytes of `value` as an integer of this type, extended to 64 bits.
u64 extended(u64 value, scalar_type type) {
  const unsigned unused = 64 - 8 * size_of(type);
  return is_signed(type) ? static_cast<u64>(static_cast<std::int64_t>(value << unused) >> unused)
                         : value << unused >> unused;
}

u64 read_integer(const lane_context& context, const instruction& in, const cast& cast,
                 unsigned lane) {
  const std::byte* slots = context.registers + in.op[1];
  const u64 value = cast.wide_source ? reinterpret_cast<const u64*>(slots)[lane]
                                     : reinterpret_cast<const u32*>(slots)[lane];
  return extended(value, cast.from);
}

void write_integer(lane_context& context, const instruction& in, const cast& cast, unsigned lane,
                   u64 value) {
  if (cast.wide_result)
    lanes_at<u64>(context, in.op[0])[lane] = value;
  else
    lanes_at<u32>(context, in.op[0])[lane] = static_cast<u32>(value);
}

u64 min_of(scalar_type type) { return is_signed(type) ? ~u64{0} << (8 * size_of(type) - 1) : 0; }
u64 max_of(scalar_type type) { return ~u64{0} >> (64 - 8 * size_of(type) + is_signed(type)); }

u64 clamp(u64 value, const cast& cast) {
  if (is_signed(cast.from) && static_cast<std::int64_t>(value) < 0)
    return static_cast<u64>(
        std::max(static_cast<std::int64_t>(value), static_cast<std::int64_t>(min_of(cast.to))));
  return std::min(value, max_of(cast.to));
}

void convert_integer(lane_context& context, const instruction& in, u32 active) {
  const cast cast = cast::unpacked(in.immediate);
  for_each_lane(active, [&](unsigned lane) {
    const u64 value = read_integer(context, in, cast, lane);
    write_integer(context, in, cast, lane,
                  extended(cast.saturates ? clamp(value, cast) : value, cast.to));
  });
}

template <class T>
T round_integral(T value, rounding mode) {
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

// To an integer: always saturates. NaN becomes the top bit if either side has 64 bits, else 0.
template <class A>
void real_to_integer(lane_context& context, const instruction& in, u32 active) {
  const cast cast = cast::unpacked(in.immediate);
  const bool wide = size_of(cast.to) == 8 || sizeof(A) == 8, has_sign = is_signed(cast.to);
  // Exact powers of two, unlike the type's maximum.
  const auto bits = static_cast<int>(8 * size_of(cast.to));
  const A over = std::ldexp(A(1), has_sign ? bits - 1 : bits), under = has_sign ? -over : A(0);
  const u64 min = min_of(cast.to), max = max_of(cast.to);
  const u64 of_nan = wide ? extended(u64{1} << (bits - 1), cast.to) : 0;
  const auto convert = [&](A a) -> u64 {
    if (std::isnan(a)) return of_nan;
    const A whole = round_integral(cast.flushes ? flush<true>(a) : a, cast.mode);
    if (whole >= over) return max;
    if (whole < under) return min;
    return has_sign ? static_cast<u64>(static_cast<std::int64_t>(whole)) : static_cast<u64>(whole);
  };
  const auto* a = lanes_at<A>(context, in.op[1]);
  for_each_lane(active,
                [&](unsigned lane) { write_integer(context, in, cast, lane, convert(a[lane])); });
}

// With a rounding other than to nearest: steps from the nearest value to its neighbour.
template <class D, class A>
D to_real(A a, rounding mode) {
  D result = static_cast<D>(a);
  if (mode == rounding::nearest) return result;
  const auto exact = static_cast<long double>(a), got = static_cast<long double>(result);
  const D infinity = std::numeric_limits<D>::infinity();
  const bool too_high = got > exact, too_low = got < exact;
  if (too_high && (mode == rounding::down || (mode == rounding::zero && exact > 0)))
    result = std::nextafter(result, -infinity);
  if (too_low && (mode == rounding::up || (mode == rounding::zero && exact < 0)))
    result = std::nextafter(result, infinity);
  return result;
}

template <class D>
void integer_to_real(lane_context& context, const instruction& in, u32 active) {
  const cast cast = cast::unpacked(in.immediate);
  auto* d = lanes_at<D>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) {
    const u64 value = read_integer(context, in, cast, lane);
    const D result = is_signed(cast.from) ? to_real<D>(static_cast<std::int64_t>(value), cast.mode)
                                          : to_real<D>(value, cast.mode);
    d[lane] = cast.saturates ? saturate(result) : result;
  });
}

template <class D, class A>
D real_to_real(A a, const cast& cast) {
  if constexpr (std::is_same_v<D, A>)
    return cast.rounds ? with_nan(round_integral(a, cast.mode), a) : a;
  else
    return to_real<D>(a, cast.mode);
}

template <class D, class A>
void convert_real(lane_context& context, const instruction& in, u32 active) {
  const cast cast = cast::unpacked(in.immediate);
  const auto adjusted = [&](A a) -> D {
    if (!cast.flushes) return real_to_real<D>(a, cast);
    const D result = real_to_real<D>(flush<true>(a), cast);
    if constexpr (std::is_same_v<A, float> && std::is_same_v<D, double>)
      return a == a ? result : D{canonical_nan<float>()};
    else if constexpr (std::is_same_v<A, double> && std::is_same_v<D, float>)
      return flush_tiny<true>(result, real_to_real<D>(a * 0x1p64, cast));
    else
      return flush<true>(result);
  };
  auto* d = lanes_at<D>(context, in.op[0]);
  const auto* a = lanes_at<A>(context, in.op[1]);
  for_each_lane(active, [&](unsigned lane) {
    const D result = adjusted(a[lane]);
    d[lane] = cast.saturates ? saturate(result) : result;
  });
}

// Reads slots of type S as T and extends to slots of type D.
template <class S, class T, class D>
void extend(lane_context& context, const instruction& in, u32 active) {
  using extended = std::conditional_t<std::is_signed_v<T>, std::int64_t, u64>;
  auto* d = lanes_at<D>(context, in.op[0]);
  const auto* a = lanes_at<S>(context, in.op[1]);
  const auto at = [&](unsigned lane) {
    d[lane] = static_cast<D>(static_cast<extended>(static_cast<T>(a[lane])));
  };
  if (active == all_lanes) {
    WARPMARK_EVERY_LANE at(lane);
  } else {
    for_each_lane(active, at);
  }
}

template <class T>
handler pick_extension(const cast& cast) {
  if (cast.wide_source) return cast.wide_result ? extend<u64, T, u64> : extend<u64, T, u32>;
  return cast.wide_result ? extend<u32, T, u64> : extend<u32, T, u32>;
}

// A conversion of integers without saturation drops or extends bits, as the narrower of its types
// says. Only from a signed type to a wider unsigned one in a register that is wider still is it
// more than that.
handler pick_integer_cast(const cast& cast) {
  const bool narrows = size_of(cast.to) <= size_of(cast.from);
  const unsigned slot = cast.wide_result ? 8 : 4;
  if (!narrows && is_signed(cast.from) && !is_signed(cast.to) && size_of(cast.to) < slot)
    return convert_integer;
  const scalar_type narrower = narrows ? cast.to : cast.from;
  const bool has_sign = is_signed(narrower);
  switch (size_of(narrower)) {
    case 1:
      return has_sign ? pick_extension<std::int8_t>(cast) : pick_extension<std::uint8_t>(cast);
    case 2:
      return has_sign ? pick_extension<std::int16_t>(cast) : pick_extension<std::uint16_t>(cast);
    case 4:
      return has_sign && cast.wide_result ? pick_extension<std::int32_t>(cast)
                                          : pick_extension<u32>(cast);
    default:
      return extend<u64, u64, u64>;
  }
}

template <class D, class A>
struct nearest {
  static D apply(A a) { return static_cast<D>(a); }
};

template <class D>
handler pick_integer_to_real(const cast& cast) {
  if (cast.mode == rounding::nearest && !cast.saturates && !cast.wide_source &&
      size_of(cast.from) == 4)
    return is_signed(cast.from) ? unary<nearest<D, std::int32_t>, D, std::int32_t>
                                : unary<nearest<D, u32>, D, u32>;
  return integer_to_real<D>;
}

handler pick_real_cast(const cast& cast) {
  const bool to_double = cast.to == scalar_type::f64, from_double = cast.from == scalar_type::f64;
  const bool plain = cast.mode == rounding::nearest && !cast.flushes && !cast.saturates;
  if (to_double)
    return from_double ? convert_real<double, double>
           : plain     ? unary<nearest<double, float>, double, float>
                       : convert_real<double, float>;
  if (!from_double) return convert_real<float, float>;
  return plain ? unary<nearest<float, double>, float, double> : convert_real<float, double>;
}

bool is_plain_integer(scalar_type type) {
  return type >= scalar_type::b8 && type <= scalar_type::s64;
}
bool is_plain_real(scalar_type type) {
  return type == scalar_type::f32 || type == scalar_type::f64;
}

handler pick_cast(const cast& cast) {
  if (!is_plain_integer(cast.to) && !is_plain_real(cast.to)) return nullptr;
  if (is_plain_integer(cast.from)) {
    if (is_plain_integer(cast.to))
      return cast.saturates ? convert_integer : pick_integer_cast(cast);
    return cast.to == scalar_type::f64 ? pick_integer_to_real<double>(cast)
                                       : pick_integer_to_real<float>(cast);
  }
  if (!is_plain_real(cast.from)) return nullptr;
  if (is_plain_real(cast.to)) return pick_real_cast(cast);
  return cast.from == scalar_type::f64 ? real_to_integer<double> : real_to_integer<float>;
}

bool decode_cvt(decoder& d, instruction& out) {
  const scalar_type to = d.type_from_end(1), from = d.type_from_end(0);
  cast cast{.to = to, .from = from};
  cast.wide_source = size_of(from) == 8 || d.width(d.at(1), std::max(4u, size_of(from))) == 8;
  cast.wide_result = size_of(to) == 8 || d.width(d.at(0), 4) == 8;
  if (d.has("rzi") || d.has("rz")) cast.mode = rounding::zero;
  if (d.has("rmi") || d.has("rm")) cast.mode = rounding::down;
  if (d.has("rpi") || d.has("rp")) cast.mode = rounding::up;
  cast.rounds = d.has("rni") || d.has("rzi") || d.has("rmi") || d.has("rpi");
  cast.flushes = d.has("ftz"), cast.saturates = d.has("sat");
  out.execute = pick_cast(cast);
  out.immediate = cast.packed();
  if (!out.execute) d.unsupported();
  out.instruction_class = counter::conversion_instructions;
  out.op[0] = d.destination(d.at(0), 0);
  out.op[1] =
      d.at(1).what == operand::kind::reg ? d.destination(d.at(1), 0) : d.value(d.at(1), from);
  return true;
}

template <class T>
struct plus_window {
  static T apply(T a, T b) { return a + b; }
};

bool decode_cvta(decoder& d, instruction& out) {
  u64 window = 0;
  if (d.has("shared") || d.has("shared::cta") || d.has("shared::cluster")) window = shared_window;
  if (d.has("local")) window = local_window;
  if (d.has("param")) window = param_window;
  if (d.has("to")) window = 0 - window;
  const operand amount{.what = operand::kind::integer, .bits = window};
  out.instruction_class = counter::conversion_instructions;
  out.execute = binary<plus_window<u64>, u64, u64>;
  out.op[0] = d.destination(d.at(0), 8);
  out.op[1] = d.value(d.at(1), scalar_type::u64);
  out.op[2] = d.value(amount, scalar_type::u64);
  return true;
}

}  // namespace

bool decode_conversion(decoder& d, instruction& out) {
  out.instruction_class = counter::other_instructions;
  if (d.source().modifiers.empty()) return false;
  if (d.is("mov")) return decode_move(d, out);
  if (d.is("cvt"))
    return decode_packing_conversion(d, out) || decode_narrow_conversion(d, out) ||
           decode_cvt(d, out);
  if (d.is("cvta")) return decode_cvta(d, out);
  return false;
}

}  // namespace warpmark::simt
