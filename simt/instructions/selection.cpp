#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/float_lanes.hpp"
#include "simt/instructions/lanes.hpp"

// selp, slct and the logic of predicates.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;

template <class T>
WARPMARK_VECTOR_CLONES void select(lane_context& context, const instruction& in, u32 active) {
  auto* d = lanes_at<T>(context, in.op[0]);
  const auto* a = lanes_at<T>(context, in.op[1]);
  const auto* b = lanes_at<T>(context, in.op[2]);
  const u32 holds = *lanes_at<u32>(context, in.op[3]) ^ static_cast<u32>(in.immediate);
  if (active == all_lanes) {
    WARPMARK_EVERY_LANE {
      const T mask = T{0} - static_cast<T>((holds >> lane) & 1);
      d[lane] = (a[lane] & mask) | (b[lane] & ~mask);
    }
  } else {
    for_each_lane(active,
                  [&](unsigned lane) { d[lane] = (holds >> lane) & 1 ? a[lane] : b[lane]; });
  }
}

template <class T, class C, bool ftz>
struct select_by_sign {
  static T apply(T a, T b, C c) { return flush<ftz>(c) >= C(0) ? a : b; }
};

template <class T>
handler pick_slct(scalar_type control, bool ftz) {
  using std::int32_t;
  if (control != scalar_type::f32)
    return rare_ternary<select_by_sign<T, int32_t, false>, T, T, T, int32_t>;
  return ftz ? rare_ternary<select_by_sign<T, float, true>, T, T, T, float>
             : rare_ternary<select_by_sign<T, float, false>, T, T, T, float>;
}

// Operation 0 and, 1 or, 2 xor, 3 not, 4 mov; bits 4 and 5 negate the operands.
void predicate_logic(lane_context& context, const instruction& in, u32 active) {
  u32 a = *lanes_at<u32>(context, in.op[1]), b = *lanes_at<u32>(context, in.op[2]);
  if (in.immediate & 16) a = ~a;
  if (in.immediate & 32) b = ~b;
  u32 result = a;
  switch (in.immediate & 15) {
    case 0:
      result = a & b;
      break;
    case 1:
      result = a | b;
      break;
    case 2:
      result = a ^ b;
      break;
    case 3:
      result = ~a;
      break;
    default:
      break;
  }
  auto* d = lanes_at<u32>(context, in.op[0]);
  *d = (*d & ~active) | (result & active);
}

bool decode_predicate_logic(decoder& d, instruction& out) {
  out.instruction_class = counter::integer_instructions;
  out.execute = predicate_logic;
  constexpr const char* names[] = {"and", "or", "xor", "not", "mov"};
  for (std::int64_t i = 0; i < 5; ++i)
    if (d.is(names[i])) out.immediate = i;
  if (d.at(1).negated) out.immediate |= 16;
  out.op[0] = d.predicate(d.at(0));
  out.op[1] = out.op[2] = d.predicate(d.at(1));
  if (d.operands() == 3) {
    out.op[2] = d.predicate(d.at(2));
    if (d.at(2).negated) out.immediate |= 32;
  }
  return true;
}

}  // namespace

bool decode_selection(decoder& d, instruction& out) {
  const auto type = parse_scalar_type(d.source().modifiers.back());
  if (!type) return false;
  const bool sign = d.is("slct");
  if (*type == scalar_type::pred) return decode_predicate_logic(d, out);
  if (!sign && !d.is("selp")) return false;
  out.instruction_class = counter::integer_instructions;
  const scalar_type data = sign ? d.type_from_end(1) : *type;
  const bool wide = size_of(data) == 8;
  if (sign) {
    const bool ftz = d.has("ftz");
    out.execute = wide ? pick_slct<std::uint64_t>(*type, ftz) : pick_slct<u32>(*type, ftz);
    out.op[3] = d.value(d.at(3), *type);
  } else {
    out.execute = wide ? select<std::uint64_t> : select<u32>;
    out.op[3] = d.predicate(d.at(3));
    if (d.at(3).negated) out.immediate = ~std::int64_t{0};
  }
  out.op[0] = d.destination(d.at(0), wide ? 8 : 4);
  out.op[1] = d.value(d.at(1), data);
  out.op[2] = d.value(d.at(2), data);
  return true;
}

}  // namespace warpmark::simt
