#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/instructions/relations.hpp"

// setp and set of f16x2 and bf16x2: two comparisons per lane.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;

// A flag in `immediate`, next to the combination.
constexpr std::int64_t flushes_pairs = 8;

template <const float_format& format>
u32 flushed_half(u32 bits) {
  const bool subnormal = (bits & (format.sign_bit() - 1)) < (1u << format.fraction_bits);
  return subnormal ? bits & format.sign_bit() : bits;
}

// The lanes in which the relation holds for the parts that begin at bit `shift`.
template <class F, const float_format& format>
u32 compare_parts(lane_context& context, const instruction& in, u32 active, unsigned shift) {
  using real = narrow_real<format>;
  u32 holds = 0;
  for_each_lane(active, [&](unsigned lane) {
    u32 a = (lanes_at<u32>(context, in.op[2])[lane] >> shift) & 0xffff;
    u32 b = (lanes_at<u32>(context, in.op[3])[lane] >> shift) & 0xffff;
    if (in.immediate & flushes_pairs) a = flushed_half<format>(a), b = flushed_half<format>(b);
    if (F::apply(real(a), real(b))) holds |= 1u << lane;
  });
  if (in.immediate & combination_mask)
    holds = combine(in, holds, *lanes_at<u32>(context, in.op[4]));
  return holds;
}

template <class F, const float_format& format>
void set_predicates(lane_context& context, const instruction& in, u32 active) {
  const u32 low = compare_parts<F, format>(context, in, active, 0);
  const u32 high = compare_parts<F, format>(context, in, active, 16);
  auto* p = lanes_at<u32>(context, in.op[0]);
  auto* q = lanes_at<u32>(context, in.op[1]);
  *p = (*p & ~active) | (low & active);
  *q = (*q & ~active) | (high & active);
}

template <class F, const float_format& format>
void set_values(lane_context& context, const instruction& in, u32 active) {
  const u32 low = compare_parts<F, format>(context, in, active, 0);
  const u32 high = compare_parts<F, format>(context, in, active, 16);
  auto* d = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) {
    d[lane] = ((low >> lane) & 1 ? in.target & 0xffff : 0) |
              ((high >> lane) & 1 ? in.target & 0xffff0000 : 0);
  });
}

template <const float_format& format>
handler pick_pair_comparison(const decoder& d) {
  return with_relation<narrow_real<format>>(d, [&](auto relation) -> handler {
    using F = decltype(relation);
    return d.is("set") ? set_values<F, format> : set_predicates<F, format>;
  });
}

}  // namespace

bool decode_pair_comparison(decoder& d, instruction& out) {
  const auto type = parse_scalar_type(d.source().modifiers.back());
  if (type != scalar_type::f16x2 && type != scalar_type::bf16x2) return false;
  if (!d.is("setp") && !d.is("set")) return false;
  out.instruction_class = counter::float32_instructions;
  out.execute = type == scalar_type::f16x2 ? pick_pair_comparison<half_format>(d)
                                           : pick_pair_comparison<brain_format>(d);
  if (!out.execute) d.unsupported();
  if (d.has("ftz")) out.immediate |= flushes_pairs;
  if (d.is("set")) {
    out.op[0] = d.destination(d.at(0), 4);
    out.target = true_value(d.type_from_end(1));
  } else {
    if (d.at(0).what != operand::kind::pair) d.unsupported("two predicates are the result");
    out.op[0] = d.destination(d.at(0).parts[0], 0);
    out.op[1] = d.destination(d.at(0).parts[1], 0);
  }
  out.op[2] = d.value(d.at(1), *type);
  out.op[3] = d.value(d.at(2), *type);
  decode_combination(d, out);
  return true;
}

}  // namespace warpmark::simt
