#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/float_lanes.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/instructions/relations.hpp"

// setp and set.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;

// A flag in `immediate`, next to the combination: there is a second result, of the complement.
constexpr std::int64_t has_complement = 8;

// ftz of f32 operands and of f16 operands.
template <class F>
struct flushing {
  static float flushed(float v) { return flush<true>(v); }
  static double flushed(narrow_real<half_format> v) {
    const double value = v;
    return std::fabs(value) < 0x1p-14 ? 0 * value : value;
  }
  template <class T>
  static bool apply(T a, T b) {
    return F::apply(flushed(a), flushed(b));
  }
};

template <class F, class T>
u32 compare(lane_context& context, const instruction& in, u32 active) {
  return compare_lanes<F, T>(lanes_at<slot_of<T>>(context, in.op[2]),
                             lanes_at<slot_of<T>>(context, in.op[3]), active);
}

template <class F, class T>
void set_predicate(lane_context& context, const instruction& in, u32 active) {
  const u32 holds = compare<F, T>(context, in, active);
  u32 first = holds, second = ~holds;
  if (in.immediate & combination_mask) {
    const u32 other = *lanes_at<u32>(context, in.op[4]);
    first = combine(in, first, other), second = combine(in, second, other);
  }
  auto* p = lanes_at<u32>(context, in.op[0]);
  *p = (*p & ~active) | (first & active);
  if (in.immediate & has_complement) {
    auto* q = lanes_at<u32>(context, in.op[1]);
    *q = (*q & ~active) | (second & active);
  }
}

// `target` is the value for lanes in which the relation holds.
template <class F, class T>
void set_value(lane_context& context, const instruction& in, u32 active) {
  u32 holds = compare<F, T>(context, in, active);
  if (in.immediate & combination_mask)
    holds = combine(in, holds, *lanes_at<u32>(context, in.op[4]));
  auto* d = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) { d[lane] = (holds >> lane) & 1 ? in.target : 0; });
}

template <class T>
handler pick_relation(const decoder& d) {
  return with_relation<T>(d, [&](auto relation) -> handler {
    using F = decltype(relation);
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, narrow_real<half_format>>)
      if (d.has("ftz"))
        return d.is("set") ? set_value<flushing<F>, T> : set_predicate<flushing<F>, T>;
    return d.is("set") ? set_value<F, T> : set_predicate<F, T>;
  });
}

handler pick_comparison(const decoder& d, scalar_type type) {
  switch (type) {
    case scalar_type::b16:
    case scalar_type::u16:
      return pick_relation<std::uint16_t>(d);
    case scalar_type::s16:
      return pick_relation<std::int16_t>(d);
    case scalar_type::b32:
    case scalar_type::u32:
      return pick_relation<u32>(d);
    case scalar_type::s32:
      return pick_relation<std::int32_t>(d);
    case scalar_type::b64:
    case scalar_type::u64:
      return pick_relation<std::uint64_t>(d);
    case scalar_type::s64:
      return pick_relation<std::int64_t>(d);
    case scalar_type::f32:
      return pick_relation<float>(d);
    case scalar_type::f64:
      return pick_relation<double>(d);
    case scalar_type::f16:
      return pick_relation<narrow_real<half_format>>(d);
    case scalar_type::bf16:
      return pick_relation<narrow_real<brain_format>>(d);
    default:
      return nullptr;
  }
}

counter class_of(scalar_type type) {
  if (type == scalar_type::f64) return counter::float64_instructions;
  return is_float(type) ? counter::float32_instructions : counter::integer_instructions;
}

bool decode_set(decoder& d, instruction& out) {
  const scalar_type type = d.type_from_end();
  out.instruction_class = class_of(type);
  out.execute = pick_comparison(d, type);
  if (!out.execute) d.unsupported();
  if (d.is("set")) {
    out.op[0] = d.destination(d.at(0), 4);
    out.target = true_value(d.type_from_end(1));
  } else if (d.at(0).what == operand::kind::pair) {
    out.op[0] = d.destination(d.at(0).parts[0], 0);
    out.op[1] = d.destination(d.at(0).parts[1], 0);
    out.immediate |= has_complement;
  } else {
    out.op[0] = d.predicate(d.at(0));
  }
  out.op[2] = d.value(d.at(1), type);
  out.op[3] = d.value(d.at(2), type);
  decode_combination(d, out);
  return true;
}

}  // namespace

void decode_combination(decoder& d, instruction& out) {
  if (d.operands() < 4) return;
  out.immediate |= d.has("and") ? combines_and : d.has("or") ? combines_or : combines_xor;
  out.op[4] = d.predicate(d.at(3));
  if (d.at(3).negated) out.immediate |= negates_other;
}

u32 true_value(scalar_type result) {
  switch (result) {
    case scalar_type::f32:
      return 0x3f800000;
    case scalar_type::f16:
      return 0x3c00;
    case scalar_type::bf16:
      return 0x3f80;
    case scalar_type::f16x2:
      return 0x3c003c00;
    case scalar_type::bf16x2:
      return 0x3f803f80;
    default:
      return ~0u;
  }
}

bool decode_comparison(decoder& d, instruction& out) {
  if (d.source().modifiers.empty()) return false;
  if (decode_pair_comparison(d, out)) return true;
  if (d.is("setp") || d.is("set")) return decode_set(d, out);
  return decode_selection(d, out);
}

}  // namespace warpmark::simt
