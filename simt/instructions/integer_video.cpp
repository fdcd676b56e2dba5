#include <algorithm>
#include <limits>
#include <string_view>

#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/lanes.hpp"

// The SIMD video instructions on four bytes or two halves (vadd4, vabsdiff2, …), which the
// compiler emits for some SIMD-in-a-word intrinsics.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using i32 = std::int32_t;

enum class video_operation : std::uint8_t { add, sub, average, distance, min, max, set };
enum class relation : std::uint8_t { eq, ne, lt, le, gt, ge };

// Fields of `immediate` from bit 0: operation, relation (8 bits each), and these flags.
constexpr std::int64_t signed_a = 1 << 16, signed_b = 1 << 17, signed_result = 1 << 18,
                       saturates_parts = 1 << 19, accumulates = 1 << 20, halves = 1 << 21;

i32 part_of(u32 word, unsigned index, unsigned bits, bool is_signed) {
  const u32 field = (word >> (bits * index)) << (32 - bits);
  return is_signed ? static_cast<i32>(field) >> (32 - bits)
                   : static_cast<i32>(field >> (32 - bits));
}

bool holds(relation kind, i32 a, i32 b) {
  switch (kind) {
    case relation::eq:
      return a == b;
    case relation::ne:
      return a != b;
    case relation::lt:
      return a < b;
    case relation::le:
      return a <= b;
    case relation::gt:
      return a > b;
    default:
      return a >= b;
  }
}

i32 compute(const instruction& in, i32 a, i32 b) {
  switch (static_cast<video_operation>(in.immediate & 255)) {
    case video_operation::add:
      return a + b;
    case video_operation::sub:
      return a - b;
    case video_operation::average:  // Rounds away from zero.
      return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    case video_operation::distance:
      return a > b ? a - b : b - a;
    case video_operation::min:
      return std::min(a, b);
    case video_operation::max:
      return std::max(a, b);
    default:
      return holds(static_cast<relation>((in.immediate >> 8) & 255), a, b) ? 1 : 0;
  }
}

i32 saturate(i32 value, unsigned bits, bool is_signed) {
  const i32 least = is_signed ? -(1 << (bits - 1)) : 0;
  const i32 most = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  return std::clamp(value, least, most);
}

void video(lane_context& context, const instruction& in, u32 active) {
  const unsigned bits = in.immediate & halves ? 16 : 8;
  for_each_lane(active, [&](unsigned lane) {
    const u32 a = lanes_at<u32>(context, in.op[1])[lane];
    const u32 b = lanes_at<u32>(context, in.op[2])[lane];
    u32 packed = 0, sum = lanes_at<u32>(context, in.op[3])[lane];
    for (unsigned i = 0; i < 32 / bits; ++i) {
      i32 value = compute(in, part_of(a, i, bits, in.immediate & signed_a),
                          part_of(b, i, bits, in.immediate & signed_b));
      if (in.immediate & saturates_parts)
        value = saturate(value, bits, in.immediate & signed_result);
      packed |= (static_cast<u32>(value) & ((1u << bits) - 1)) << (bits * i);
      sum += static_cast<u32>(value);
    }
    lanes_at<u32>(context, in.op[0])[lane] = in.immediate & accumulates ? sum : packed;
  });
}

}  // namespace

bool decode_video(decoder& d, instruction& out) {
  constexpr std::string_view names[] = {"vadd", "vsub", "vavrg", "vabsdiff",
                                        "vmin", "vmax", "vset"};
  constexpr const char* relations[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  const std::string_view name = d.source().opcode;
  if (!name.starts_with('v') || (!name.ends_with('2') && !name.ends_with('4'))) return false;
  const auto* const found =
      std::find(std::begin(names), std::end(names), name.substr(0, name.size() - 1));
  if (found == std::end(names)) return false;
  out.immediate = found - std::begin(names);
  for (std::int64_t i = 0; i < 6; ++i)
    if (d.has(relations[i])) out.immediate |= i << 8;
  if (is_signed(d.type_from_end(1))) out.immediate |= signed_a;
  if (is_signed(d.type_from_end(0))) out.immediate |= signed_b;
  if (*found != "vset" && is_signed(d.type_from_end(2))) out.immediate |= signed_result;
  if (d.has("sat")) out.immediate |= saturates_parts;
  if (d.has("add")) out.immediate |= accumulates;
  if (name.ends_with('2')) out.immediate |= halves;
  out.execute = video;
  out.op[0] = d.destination(d.at(0), 4);
  for (std::size_t i = 1; i < 4; ++i) out.op[i] = d.value(d.at(i), scalar_type::b32);
  return true;
}

}  // namespace warpmark::simt
