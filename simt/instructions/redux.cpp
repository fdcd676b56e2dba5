#include <bit>
#include <cmath>

#include "simt/instructions/decoder.hpp"
#include "simt/instructions/lanes.hpp"

// redux.sync, and fns, which counts in a mask. The warp makes the lanes of the mask op[5] converge
// first.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using s32 = std::int32_t;

template <class T>
struct folds {
  struct add {
    static T apply(T a, T b) { return static_cast<T>(u32(a) + u32(b)); }
  };
  struct min {
    static T apply(T a, T b) { return b < a ? b : a; }
  };
  struct max {
    static T apply(T a, T b) { return a < b ? b : a; }
  };
  struct bit_and {
    static T apply(T a, T b) { return a & b; }
  };
  struct bit_or {
    static T apply(T a, T b) { return a | b; }
  };
  struct bit_xor {
    static T apply(T a, T b) { return a ^ b; }
  };
};

// Of floats. Numbers are preferred to NaN unless .NaN is given; minus zero is less than zero.
template <bool least, bool keeps_nan>
struct float_fold {
  static float apply(float a, float b) {
    if (std::isnan(a) || std::isnan(b)) {
      if (keeps_nan || (std::isnan(a) && std::isnan(b))) return std::bit_cast<float>(0x7fffffffu);
      return std::isnan(a) ? b : a;
    }
    const bool less = a < b || (a == b && std::signbit(a));
    return less == least ? a : b;
  }
};

// immediate: whether magnitudes are compared.
template <class F, class T>
void reduce_lanes(lane_context& context, const instruction& in, u32 active) {
  ++(*context.counters)[counter::reduxes];
  const auto* a = lanes_at<T>(context, in.op[2]);
  const auto value = [&](unsigned lane) -> T {
    if constexpr (std::is_floating_point_v<T>)
      if (in.immediate != 0) return std::fabs(a[lane]);
    return a[lane];
  };
  T total = value(static_cast<unsigned>(std::countr_zero(active)));
  for_each_lane(active & (active - 1),
                [&](unsigned lane) { total = F::apply(total, value(lane)); });
  auto* d = lanes_at<T>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) { d[lane] = total; });
}

template <class T>
handler pick_reduction(const decoder& d) {
  using f = folds<T>;
  if (d.has("add")) return reduce_lanes<typename f::add, T>;
  if (d.has("min")) return reduce_lanes<typename f::min, T>;
  if (d.has("max")) return reduce_lanes<typename f::max, T>;
  if (d.has("and")) return reduce_lanes<typename f::bit_and, T>;
  if (d.has("or")) return reduce_lanes<typename f::bit_or, T>;
  if (d.has("xor")) return reduce_lanes<typename f::bit_xor, T>;
  return nullptr;
}

handler pick_float(const decoder& d) {
  const bool nan = d.has("NaN");
  if (d.has("min"))
    return nan ? reduce_lanes<float_fold<true, true>, float>
               : reduce_lanes<float_fold<true, false>, float>;
  if (d.has("max"))
    return nan ? reduce_lanes<float_fold<false, true>, float>
               : reduce_lanes<float_fold<false, false>, float>;
  return nullptr;
}

// The position of the n-th set bit from `base` on: upwards for n > 0, downwards for n < 0.
u32 nth_set_bit(u32 mask, u32 base, s32 n) {
  if (n == 0) return base < 32 && ((mask >> base) & 1) ? base : ~u32{0};
  for (int at = static_cast<int>(base), step = n > 0 ? 1 : -1; at >= 0 && at < 32; at += step)
    if (((mask >> at) & 1) && (n -= step) == 0) return static_cast<u32>(at);
  return ~u32{0};
}

void find_bits(lane_context& context, const instruction& in, u32 active) {
  const auto* mask = lanes_at<u32>(context, in.op[1]);
  const auto* base = lanes_at<u32>(context, in.op[2]);
  const auto* n = lanes_at<s32>(context, in.op[3]);
  auto* d = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active,
                [&](unsigned lane) { d[lane] = nth_set_bit(mask[lane], base[lane], n[lane]); });
}

}  // namespace

bool decode_redux(decoder& d, instruction& out) {
  if (d.is("fns")) {
    out.instruction_class = counter::integer_instructions;
    out.execute = find_bits;
    out.op[0] = d.destination(d.at(0), 4);
    for (std::size_t i = 1; i <= 3; ++i) out.op[i] = d.value(d.at(i), scalar_type::b32);
    return true;
  }
  if (!d.is("redux")) return false;
  if (!d.has("sync")) d.unsupported("only the .sync form");
  out.instruction_class = counter::other_instructions;
  out.control = flow::collective;
  const scalar_type type = d.type_from_end();
  out.execute = type == scalar_type::f32 ? pick_float(d)
                : is_signed(type)        ? pick_reduction<s32>(d)
                                         : pick_reduction<u32>(d);
  if (!out.execute) d.unsupported();
  out.immediate = d.has("abs") ? 1 : 0;
  out.op[0] = d.destination(d.at(0), 4);
  out.op[2] = d.value(d.at(1), scalar_type::b32);
  out.op[5] = d.value(d.at(2), scalar_type::b32);
  return true;
}

}  // namespace warpmark::simt
