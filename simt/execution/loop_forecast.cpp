#include "simt/execution/loop_forecast.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "simt/instructions/lanes.hpp"

namespace warpmark::simt {
namespace {

template <class T>
T lane_value(const std::byte* registers, std::uint32_t slot, unsigned lane) {
  T value;
  std::memcpy(&value, registers + slot + sizeof(T) * lane, sizeof(T));
  return value;
}

template <class T>
long double difference(const std::byte* registers, const instruction& in, unsigned lane) {
  return static_cast<long double>(lane_value<T>(registers, in.op[2], lane)) -
         static_cast<long double>(lane_value<T>(registers, in.op[3], lane));
}

// Numbers that are to become equal, such as a count and 0, may have any sign.
template <class T>
long double wrapped_difference(const std::byte* registers, const instruction& in, unsigned lane) {
  using bits = std::make_unsigned_t<T>;
  const auto a = static_cast<bits>(lane_value<T>(registers, in.op[2], lane));
  const auto b = static_cast<bits>(lane_value<T>(registers, in.op[3], lane));
  return static_cast<long double>(static_cast<std::make_signed_t<T>>(static_cast<bits>(a - b)));
}

long double distance(const compared_numbers& compared, const std::byte* registers,
                     const instruction& in, unsigned lane) {
  switch (compared.type) {
    case scalar_type::f32:
      return difference<float>(registers, in, lane);
    case scalar_type::f64:
      return difference<double>(registers, in, lane);
    case scalar_type::s32:
    case scalar_type::u32:
    case scalar_type::b32:
      if (compared.equality) return wrapped_difference<std::uint32_t>(registers, in, lane);
      return compared.type == scalar_type::s32 ? difference<std::int32_t>(registers, in, lane)
                                               : difference<std::uint32_t>(registers, in, lane);
    default:
      if (compared.equality) return wrapped_difference<std::uint64_t>(registers, in, lane);
      return compared.type == scalar_type::s64 ? difference<std::int64_t>(registers, in, lane)
                                               : difference<std::uint64_t>(registers, in, lane);
  }
}

// The part of the way from `before` to `after` that is left; infinity if it leads away.
long double way_left(const compared_numbers& compared, long double before, long double after) {
  const long double from = std::fabs(before), now = std::fabs(after);
  if (std::signbit(before) != std::signbit(after) && before != 0) return 0;
  if (now < from) return now / (from - now);
  if (now > from && compared.equality && !is_float(compared.type)) {
    const long double around = std::ldexp(1.0L, size_of(compared.type) == 8 ? 64 : 32);
    return (around - now) / (now - from);
  }
  return std::numeric_limits<long double>::infinity();
}

}  // namespace

exit_distances measure_distances(const kernel_program& program,
                                 const std::vector<std::size_t>& comparisons,
                                 const std::byte* registers) {
  exit_distances result(comparisons.size());
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const compared_numbers& compared = program.comparisons[comparisons[i]];
    for (unsigned lane = 0; lane < 32; ++lane)
      result[i][lane] = distance(compared, registers, program.code[compared.site], lane);
  }
  return result;
}

double instructions_left(const kernel_program& program, const std::vector<std::size_t>& comparisons,
                         const exit_distances& before, const exit_distances& after,
                         std::uint32_t lanes, std::uint64_t instructions) {
  long double longest = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    long double shortest = std::numeric_limits<long double>::infinity();
    for (std::size_t i = 0; i < comparisons.size(); ++i)
      shortest = std::min(
          shortest, way_left(program.comparisons[comparisons[i]], before[i][lane], after[i][lane]));
    longest = std::max(longest, shortest);
  });
  return static_cast<double>(longest) * static_cast<double>(instructions);
}

}  // namespace warpmark::simt
