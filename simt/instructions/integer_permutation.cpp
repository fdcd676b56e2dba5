#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/lanes.hpp"

// lop3, prmt and shf: three words in, one out.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// Next to the table in the low byte of `immediate`: whether and how a predicate is computed.
constexpr std::int64_t or_predicate = 256, and_predicate = 512, negated_predicate = 1024;

// Any of 256 functions of three bits: bit i of the table is its value at (a, b, c) = i.
void look_up(lane_context& context, const instruction& in, u32 (&result)[32]) {
  const auto* a = lanes_at<u32>(context, in.op[1]);
  const auto* b = lanes_at<u32>(context, in.op[2]);
  const auto* c = lanes_at<u32>(context, in.op[3]);
  u32 on[8];
  for (unsigned i = 0; i < 8; ++i) on[i] = (in.immediate >> i) & 1 ? ~0u : 0u;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const u32 x = a[lane], y = b[lane], z = c[lane];
    const u32 low = (~y & ((~z & on[0]) | (z & on[1]))) | (y & ((~z & on[2]) | (z & on[3])));
    const u32 high = (~y & ((~z & on[4]) | (z & on[5]))) | (y & ((~z & on[6]) | (z & on[7])));
    result[lane] = (~x & low) | (x & high);
  }
}

void look_up_logic(lane_context& context, const instruction& in, u32 active) {
  alignas(32) u32 result[32];
  look_up(context, in, result);
  auto* d = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) { d[lane] = result[lane]; });
}

void look_up_predicate(lane_context& context, const instruction& in, u32 active) {
  alignas(32) u32 result[32];
  look_up(context, in, result);
  u32 other = *lanes_at<u32>(context, in.op[5]);
  if (in.immediate & negated_predicate) other = ~other;
  u32 holds = 0;
  auto* d = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) {
    d[lane] = result[lane];
    holds |= u32{result[lane] != 0} << lane;
  });
  holds = in.immediate & and_predicate ? holds & other : holds | other;
  u32& p = *lanes_at<u32>(context, in.op[4]);
  p = (p & ~active) | (holds & active);
}

u32 pick_bytes(u32 a, u32 b, u32 selector) {
  const u64 bytes = (u64{b} << 32) | a;
  u32 result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const u32 nibble = (selector >> (4 * i)) & 15;
    u32 byte = static_cast<u32>(bytes >> (8 * (nibble & 7))) & 255;
    if (nibble & 8) byte = byte & 128 ? 255 : 0;
    result |= byte << (8 * i);
  }
  return result;
}

struct permute {
  static u32 apply(u32 a, u32 b, u32 selector) { return pick_bytes(a, b, selector); }
};
// The other modes select one of four selectors.
template <u32 zero, u32 one, u32 two, u32 three>
struct permute_mode {
  static u32 apply(u32 a, u32 b, u32 selector) {
    constexpr u32 selectors[] = {zero, one, two, three};
    return pick_bytes(a, b, selectors[selector & 3]);
  }
};

handler pick_permutation(const decoder& d) {
  if (d.has("f4e")) return rare_ternary<permute_mode<0x3210, 0x4321, 0x5432, 0x6543>, u32, u32>;
  if (d.has("b4e")) return rare_ternary<permute_mode<0x5670, 0x6701, 0x7012, 0x0123>, u32, u32>;
  if (d.has("rc8")) return rare_ternary<permute_mode<0x0000, 0x1111, 0x2222, 0x3333>, u32, u32>;
  if (d.has("ecl")) return rare_ternary<permute_mode<0x3210, 0x3211, 0x3222, 0x3333>, u32, u32>;
  if (d.has("ecr")) return rare_ternary<permute_mode<0x0000, 0x1110, 0x2210, 0x3210>, u32, u32>;
  if (d.has("rc16")) return rare_ternary<permute_mode<0x1010, 0x3232, 0x1010, 0x3232>, u32, u32>;
  return ternary<permute, u32, u32>;
}

struct funnel_left_wrap {
  static u32 apply(u32 a, u32 b, u32 c) {
    return static_cast<u32>((((u64{b} << 32) | a) << (c & 31)) >> 32);
  }
};
struct funnel_left_clamp {
  static u32 apply(u32 a, u32 b, u32 c) { return c >= 32 ? a : funnel_left_wrap::apply(a, b, c); }
};
struct funnel_right_wrap {
  static u32 apply(u32 a, u32 b, u32 c) {
    return static_cast<u32>(((u64{b} << 32) | a) >> (c & 31));
  }
};
struct funnel_right_clamp {
  static u32 apply(u32 a, u32 b, u32 c) { return c >= 32 ? b : funnel_right_wrap::apply(a, b, c); }
};

handler pick_shift(const decoder& d) {
  if (d.has("l"))
    return d.has("wrap") ? ternary<funnel_left_wrap, u32, u32>
                         : ternary<funnel_left_clamp, u32, u32>;
  return d.has("wrap") ? ternary<funnel_right_wrap, u32, u32>
                       : ternary<funnel_right_clamp, u32, u32>;
}

bool decode_logic(decoder& d, instruction& out) {
  if (d.at(4).what != operand::kind::integer) d.unsupported("the table is not a constant");
  out.immediate = static_cast<std::int64_t>(d.at(4).bits & 255);
  const bool answers = d.at(0).what == operand::kind::pair;
  out.execute = answers ? look_up_predicate : look_up_logic;
  out.op[0] = d.destination(answers ? d.at(0).parts[0] : d.at(0), 4);
  for (std::size_t i = 1; i < 4; ++i) out.op[i] = d.value(d.at(i), scalar_type::b32);
  if (!answers) return true;
  out.immediate |= d.has("and") ? and_predicate : or_predicate;
  if (d.at(5).negated) out.immediate |= negated_predicate;
  out.op[4] = d.destination(d.at(0).parts[1], 0);
  out.op[5] = d.predicate(d.at(5));
  return true;
}

}  // namespace

bool decode_permutation(decoder& d, instruction& out) {
  if (d.is("lop3")) return decode_logic(d, out);
  if (d.is("prmt"))
    out.execute = pick_permutation(d);
  else if (d.is("shf"))
    out.execute = pick_shift(d);
  else
    return false;
  out.op[0] = d.destination(d.at(0), 4);
  for (std::size_t i = 1; i < 4; ++i) out.op[i] = d.value(d.at(i), scalar_type::b32);
  return true;
}

}  // namespace warpmark::simt
