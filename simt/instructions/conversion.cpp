#include <bit>
#include <cmath>
#include <cstring>
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

template <rounding mode, class T>
inline T round_integral(T value) {
  if constexpr (mode == rounding::nearest) return std::nearbyint(value);
  if constexpr (mode == rounding::zero) return std::trunc(value);
  if constexpr (mode == rounding::down) return std::floor(value);
  return std::ceil(value);
}

// To an integer: always saturates. NaN becomes the top bit if either side has 64 bits, else 0.
template <class D, rounding mode>
struct real_to_integer {
  template <class A>
  static D apply(A a) {
    constexpr bool wide = sizeof(D) == 8 || sizeof(A) == 8;
    if (std::isnan(a)) return wide ? static_cast<D>(u64{1} << (8 * sizeof(D) - 1)) : D(0);
    const A whole = round_integral<mode>(a);
    // Exact powers of two, unlike the type's maximum.
    const A over = std::ldexp(A(1), std::numeric_limits<D>::digits);
    if (whole >= over) return std::numeric_limits<D>::max();
    if (whole < static_cast<A>(std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
    return static_cast<D>(whole);
  }
};

// To a float with a rounding other than to nearest: steps from the nearest value to its neighbour.
template <class D, rounding mode>
struct to_real {
  template <class A>
  static D apply(A a) {
    D result = static_cast<D>(a);
    if constexpr (mode != rounding::nearest) {
      const auto exact = static_cast<long double>(a), got = static_cast<long double>(result);
      const D infinity = std::numeric_limits<D>::infinity();
      const bool too_high = got > exact, too_low = got < exact;
      if (too_high && (mode == rounding::down || (mode == rounding::zero && exact > 0)))
        result = std::nextafter(result, -infinity);
      if (too_low && (mode == rounding::up || (mode == rounding::zero && exact < 0)))
        result = std::nextafter(result, infinity);
    }
    return result;
  }
};

template <rounding mode>
struct to_integral {
  template <class A>
  static A apply(A a) {
    return with_nan(round_integral<mode>(a), a);
  }
};

template <class D>
struct truncate {
  template <class A>
  static D apply(A a) {
    return static_cast<D>(a);
  }
};

template <class D>
struct clamp {
  template <class A>
  static D apply(A a) {
    if constexpr (std::is_signed_v<A>) {
      if (a < 0 && !std::is_signed_v<D>) return 0;
      if (std::is_signed_v<D> &&
          static_cast<std::int64_t>(a) < static_cast<std::int64_t>(std::numeric_limits<D>::min()))
        return std::numeric_limits<D>::min();
      if (a < 0) return static_cast<D>(a);
    }
    return static_cast<u64>(a) > static_cast<u64>(std::numeric_limits<D>::max())
               ? std::numeric_limits<D>::max()
               : static_cast<D>(a);
  }
};

template <class F>
struct saturated_conversion {
  template <class A>
  static auto apply(A a) {
    const auto value = F::apply(a);
    using D = decltype(value);
    return saturate<std::remove_const_t<D>>(value);
  }
};

template <class F>
struct flushed_conversion {
  template <class A>
  static auto apply(A a) {
    auto result = F::apply(flush<true>(a));
    if constexpr (std::is_same_v<A, float> && std::is_same_v<decltype(result), double>)
      return a == a ? result : double{canonical_nan<float>()};
    else if constexpr (std::is_same_v<A, double> && std::is_same_v<decltype(result), float>)
      return flush_tiny<true>(result, static_cast<float>(F::apply(a * 0x1p64)));
    else
      return flush<true>(result);
  }
};

// A conversion reads its source in the source type, from a slot that may be wider, and extends its
// result to the width of the destination's slot.
template <class F, class D, class A, bool wide_source, bool wide_result>
void convert(lane_context& context, const instruction& in, u32 active) {
  using source =
      std::conditional_t<std::is_floating_point_v<A>, A, std::conditional_t<wide_source, u64, u32>>;
  using extended = std::conditional_t<std::is_signed_v<D>, std::int64_t, u64>;
  using result = std::conditional_t<std::is_floating_point_v<D>, D,
                                    std::conditional_t<wide_result, extended, u32>>;
  auto* d = lanes_at<result>(context, in.op[0]);
  const auto* a = lanes_at<source>(context, in.op[1]);
  const auto at = [&](unsigned lane) {
    const D value = static_cast<D>(F::apply(static_cast<A>(a[lane])));
    d[lane] = static_cast<result>(value);
  };
  if (active == all_lanes) {
    WARPMARK_EVERY_LANE at(lane);
  } else {
    for_each_lane(active, at);
  }
}

struct widths {
  bool source, result;
};

// Only integers of up to 4 bytes may be in registers of 4 or 8 bytes.
template <class T>
constexpr bool has_two_widths = !std::is_floating_point_v<T> && sizeof(T) < 8;

template <class F, class D, class A, bool wide_source>
handler pick_result_width(bool wide) {
  if constexpr (has_two_widths<D>)
    return wide ? convert<F, D, A, wide_source, true> : convert<F, D, A, wide_source, false>;
  else
    return convert<F, D, A, wide_source, true>;
}

template <class F, class D, class A>
handler pick_width(widths wide) {
  if constexpr (has_two_widths<A>)
    if (!wide.source) return pick_result_width<F, D, A, false>(wide.result);
  return pick_result_width<F, D, A, true>(wide.result);
}

// Whether a source or a result may be a subnormal f32. A value converted from an integer never is.
template <class D, class A>
constexpr bool may_flush = std::is_same_v<A, float> ||
                           (std::is_same_v<A, double> && std::is_same_v<D, float>);

// Whether D holds every value of A, so that all roundings are the same.
template <class D, class A>
constexpr bool is_exact =
    std::is_integral_v<A>&& std::is_floating_point_v<D>&& std::numeric_limits<A>::digits <=
    std::numeric_limits<D>::digits;

template <class F, class D, class A>
handler pick_flushed(const decoder& d, widths wide) {
  if constexpr (may_flush<D, A>)
    if (d.has("ftz")) return pick_width<flushed_conversion<F>, D, A>(wide);
  return pick_width<F, D, A>(wide);
}

template <class F, class D, class A>
handler pick_adjusted(const decoder& d, widths wide) {
  if (!d.has("sat")) return pick_flushed<F, D, A>(d, wide);
  if constexpr (may_flush<D, A>)
    if (d.has("ftz")) return pick_width<saturated_conversion<flushed_conversion<F>>, D, A>(wide);
  return pick_width<saturated_conversion<F>, D, A>(wide);
}

template <class D, class A, rounding mode>
handler pick_rounding(const decoder& d, widths wide) {
  if constexpr (!std::is_floating_point_v<D>) {
    return pick_flushed<real_to_integer<D, mode>, D, A>(d, wide);
  } else {
    using plain = std::conditional_t<std::is_same_v<D, A>, to_integral<mode>, to_real<D, mode>>;
    return pick_adjusted<plain, D, A>(d, wide);
  }
}

template <class D, class A>
handler pick_pair(const decoder& d, widths wide) {
  if constexpr (!std::is_floating_point_v<D> && !std::is_floating_point_v<A>) {
    return d.has("sat") ? pick_width<clamp<D>, D, A>(wide) : pick_width<truncate<D>, D, A>(wide);
  } else if constexpr (is_exact<D, A>) {
    return pick_rounding<D, A, rounding::nearest>(d, wide);
  } else {
    const bool integral = std::is_same_v<D, A>;
    const bool rounds = d.has("rni") || d.has("rzi") || d.has("rmi") || d.has("rpi");
    if (integral && !rounds) {
      using plain = truncate<D>;
      if constexpr (std::is_floating_point_v<D>) return pick_adjusted<plain, D, A>(d, wide);
      return pick_width<plain, D, A>(wide);
    }
    if (d.has("rzi") || d.has("rz")) return pick_rounding<D, A, rounding::zero>(d, wide);
    if (d.has("rmi") || d.has("rm")) return pick_rounding<D, A, rounding::down>(d, wide);
    if (d.has("rpi") || d.has("rp")) return pick_rounding<D, A, rounding::up>(d, wide);
    return pick_rounding<D, A, rounding::nearest>(d, wide);
  }
}

// Calls pick(T{}) with the C++ type of a PTX type.
template <class Pick>
handler with_type(scalar_type type, Pick&& pick) {
  switch (type) {
    case scalar_type::u8:
    case scalar_type::b8:
      return pick(std::uint8_t{});
    case scalar_type::s8:
      return pick(std::int8_t{});
    case scalar_type::u16:
    case scalar_type::b16:
      return pick(std::uint16_t{});
    case scalar_type::s16:
      return pick(std::int16_t{});
    case scalar_type::u32:
    case scalar_type::b32:
      return pick(u32{});
    case scalar_type::s32:
      return pick(std::int32_t{});
    case scalar_type::u64:
    case scalar_type::b64:
      return pick(u64{});
    case scalar_type::s64:
      return pick(std::int64_t{});
    case scalar_type::f32:
      return pick(float{});
    case scalar_type::f64:
      return pick(double{});
    default:
      return nullptr;
  }
}

bool decode_cvt(decoder& d, instruction& out) {
  const scalar_type to = d.type_from_end(1), from = d.type_from_end(0);
  const widths wide{d.width(d.at(1), std::max(4u, size_of(from))) == 8, d.width(d.at(0), 4) == 8};
  out.execute = with_type(to, [&](auto result) {
    return with_type(
        from, [&](auto source) { return pick_pair<decltype(result), decltype(source)>(d, wide); });
  });
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
