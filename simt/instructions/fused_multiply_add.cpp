#include <cmath>

#include "base/float_format.hpp"
#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/float_lanes.hpp"
#include "simt/instructions/lanes.hpp"

// fma.rn of f32 and f64. Uses the host's FMA instruction if it has one (chosen at run time), else
// double arithmetic or the C library, with the same result.

#if defined(__x86_64__) && defined(__GNUC__)
#define WARPMARK_X86_FMA 1
#else
#define WARPMARK_X86_FMA 0
#endif

namespace warpmark::simt {
namespace {

template <class T>
constexpr T scale = T(0x1p64);  // See flush_tiny.

// The product of two floats is exact in double. The sum, rounded to odd and then to float, is the
// correctly rounded sum.
inline float portable_fma(float a, float b, float c) {
  return static_cast<float>(add_to_odd(double{a} * double{b}, c));
}
inline double portable_fma(double a, double b, double c) { return std::fma(a, b, c); }

template <class T, bool ftz, bool sat>
inline T finished(T result, T scaled, T a, T b, T c) {
  result = flush_tiny<ftz>(with_nan(result, a, c, b), scaled);
  if constexpr (sat)
    return saturate(result);
  else
    return result;
}

template <class T, bool ftz, bool sat>
struct portable {
  static T apply(T a, T b, T c) {
    a = flush<ftz>(a), b = flush<ftz>(b), c = flush<ftz>(c);
    const T scaled = ftz ? portable_fma(a * scale<T>, b, c * scale<T>) : T(0);
    return finished<T, ftz, sat>(portable_fma(a, b, c), scaled, a, b, c);
  }
};

#if WARPMARK_X86_FMA
template <class T, bool ftz, bool sat>
[[gnu::target("avx2,fma")]] void by_hardware(lane_context& context, const instruction& in,
                                             std::uint32_t active) {
  T* d = lanes_at<T>(context, in.op[0]);
  const T* first = lanes_at<T>(context, in.op[1]);
  const T* second = lanes_at<T>(context, in.op[2]);
  const T* third = lanes_at<T>(context, in.op[3]);
  // Not a lambda: it would not be compiled for this target.
  if (active == all_lanes) {
    WARPMARK_EVERY_LANE {
      const T a = flush<ftz>(first[lane]), b = flush<ftz>(second[lane]);
      const T c = flush<ftz>(third[lane]);
      const T scaled = ftz ? std::fma(a * scale<T>, b, c * scale<T>) : T(0);
      d[lane] = finished<T, ftz, sat>(std::fma(a, b, c), scaled, a, b, c);
    }
    return;
  }
  for (; active != 0; active &= active - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(active));
    const T a = flush<ftz>(first[lane]), b = flush<ftz>(second[lane]);
    const T c = flush<ftz>(third[lane]);
    const T scaled = ftz ? std::fma(a * scale<T>, b, c * scale<T>) : T(0);
    d[lane] = finished<T, ftz, sat>(std::fma(a, b, c), scaled, a, b, c);
  }
}

bool has_fma() {
  static const bool has = __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
  return has;
}
#endif

template <class T, bool ftz, bool sat>
handler pick_fused() {
#if WARPMARK_X86_FMA
  if (has_fma()) return by_hardware<T, ftz, sat>;
#endif
  return ternary<portable<T, ftz, sat>, T, T>;
}

}  // namespace

bool decode_fused(decoder& d, instruction& out) {
  if (!d.is("fma") && !d.is("mad")) return false;
  if (d.has("rz") || d.has("rm") || d.has("rp") || d.has("f32x2")) return false;
  const bool ftz = d.has("ftz"), sat = d.has("sat");
  if (d.has("f64")) {
    if (ftz || sat) return false;
    out.execute = pick_fused<double, false, false>();
  } else if (sat) {
    out.execute = ftz ? pick_fused<float, true, true>() : pick_fused<float, false, true>();
  } else {
    out.execute = ftz ? pick_fused<float, true, false>() : pick_fused<float, false, false>();
  }
  return true;
}

}  // namespace warpmark::simt
