#include <bit>
#include <cmath>
#include <utility>

#include "base/float_format.hpp"
#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/float_lanes.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/instructions/relations.hpp"

// setp and set.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;

// Flags in `immediate`, next to the combination: there is a second result, of the complement; and
// for floats that compare as doubles, their format, and ftz.
constexpr std::int64_t has_second = 16, of_half = 32, of_brain = 64, flushed_sides = 128;

// The lanes in which a relation holds.
using comparison = u32 (*)(lane_context& context, const instruction& in, u32 active);

template <class F, class T>
WARPMARK_VECTOR_CLONES u32 compare(lane_context& context, const instruction& in, u32 active) {
  return compare_lanes<F, T>(lanes_at<slot_of<T>>(context, in.op[2]),
                             lanes_at<slot_of<T>>(context, in.op[3]), active);
}

double side(lane_context& context, const instruction& in, u32 slot, unsigned lane) {
  const bool flushed = in.immediate & flushed_sides;
  const u32 bits = lanes_at<u32>(context, slot)[lane];
  if (in.immediate & of_brain) return decode_float(brain_format, bits & 0xffff);
  if (in.immediate & of_half) {
    const double value = decode_float(half_format, bits & 0xffff);
    return flushed && std::fabs(value) < 0x1p-14 ? 0 * value : value;
  }
  const auto value = std::bit_cast<float>(bits);
  return flushed ? flush<true>(value) : value;
}

// f16 and bf16, and f32 with ftz.
template <class F>
u32 compare_as_doubles(lane_context& context, const instruction& in, u32 active) {
  u32 holds = 0;
  for_each_lane(active, [&](unsigned lane) {
    if (F::apply(side(context, in, in.op[2], lane), side(context, in, in.op[3], lane)))
      holds |= 1u << lane;
  });
  return holds;
}

void write_predicate(lane_context& context, const instruction& in, u32 active, u32 holds) {
  if (in.immediate & complements) holds = ~holds;
  u32 first = holds, second = ~holds;
  if (in.immediate & combination_mask) {
    const u32 other = *lanes_at<u32>(context, in.op[4]);
    first = combine(in, first, other), second = combine(in, second, other);
  }
  auto* p = lanes_at<u32>(context, in.op[0]);
  *p = (*p & ~active) | (first & active);
  if (in.immediate & has_second) {
    auto* q = lanes_at<u32>(context, in.op[1]);
    *q = (*q & ~active) | (second & active);
  }
}

// `target` is the value for lanes in which the relation holds.
void write_value(lane_context& context, const instruction& in, u32 active, u32 holds) {
  if (in.immediate & complements) holds = ~holds;
  if (in.immediate & combination_mask)
    holds = combine(in, holds, *lanes_at<u32>(context, in.op[4]));
  auto* d = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) { d[lane] = (holds >> lane) & 1 ? in.target : 0; });
}

template <comparison holds>
void set_predicate(lane_context& context, const instruction& in, u32 active) {
  write_predicate(context, in, active, holds(context, in, active));
}
template <comparison holds>
void set_value(lane_context& context, const instruction& in, u32 active) {
  write_value(context, in, active, holds(context, in, active));
}

template <comparison holds>
handler setter(const decoder& d) {
  return d.is("set") ? set_value<holds> : set_predicate<holds>;
}

// Integers have two relations, of which one does not depend on the sign.
template <class T>
handler pick_integers(const decoder& d, relation relation) {
  return relation == relation::equal ? setter<compare<equal, std::make_unsigned_t<T>>>(d)
                                     : setter<compare<less, T>>(d);
}

template <class T>
handler pick_reals(const decoder& d, relation relation) {
  return with_relation(relation, [&](auto f) { return setter<compare<decltype(f), T>>(d); });
}

handler pick_comparison(const decoder& d, scalar_type type, relation relation, instruction& out) {
  switch (type) {
    case scalar_type::b16:
    case scalar_type::u16:
      return pick_integers<std::uint16_t>(d, relation);
    case scalar_type::s16:
      return pick_integers<std::int16_t>(d, relation);
    case scalar_type::b32:
    case scalar_type::u32:
      return pick_integers<u32>(d, relation);
    case scalar_type::s32:
      return pick_integers<std::int32_t>(d, relation);
    case scalar_type::b64:
    case scalar_type::u64:
      return pick_integers<std::uint64_t>(d, relation);
    case scalar_type::s64:
      return pick_integers<std::int64_t>(d, relation);
    case scalar_type::f64:
      return pick_reals<double>(d, relation);
    case scalar_type::f32:
      if (!d.has("ftz")) return pick_reals<float>(d, relation);
      break;
    case scalar_type::f16:
      out.immediate |= of_half;
      break;
    case scalar_type::bf16:
      out.immediate |= of_brain;
      break;
    default:
      return nullptr;
  }
  if (d.has("ftz")) out.immediate |= flushed_sides;
  return with_relation(relation,
                       [&](auto f) { return setter<compare_as_doubles<decltype(f)>>(d); });
}

counter class_of(scalar_type type) {
  if (type == scalar_type::f64) return counter::float64_instructions;
  return is_float(type) ? counter::float32_instructions : counter::integer_instructions;
}

bool decode_set(decoder& d, instruction& out) {
  const scalar_type type = d.type_from_end();
  out.instruction_class = class_of(type);
  const auto relation = relation_of(d, is_float(type));
  if (relation) out.execute = pick_comparison(d, type, relation->holds, out);
  if (!out.execute) d.unsupported();
  if (relation->complemented) out.immediate |= complements;
  if (d.is("set")) {
    out.op[0] = d.destination(d.at(0), 4);
    out.target = true_value(d.type_from_end(1));
  } else if (d.at(0).what == operand::kind::pair) {
    out.op[0] = d.destination(d.at(0).parts[0], 0);
    out.op[1] = d.destination(d.at(0).parts[1], 0);
    out.immediate |= has_second;
  } else {
    out.op[0] = d.predicate(d.at(0));
  }
  out.op[2] = d.value(d.at(1), type);
  out.op[3] = d.value(d.at(2), type);
  if (relation->swapped) std::swap(out.op[2], out.op[3]);
  decode_combination(d, out);
  if (d.is("setp")) d.note_comparison(type, d.has("eq") || d.has("ne"));
  return true;
}

}  // namespace

std::optional<named_relation> relation_of(const decoder& d, bool real) {
  struct name {
    const char *text, *unsigned_text;
    named_relation of_reals, of_integers;
  };
  using enum relation;
  constexpr name both[] = {
      {"eq", "eq", {equal}, {equal}},
      {"ne", "ne", {ordered_differ}, {equal, false, true}},
      {"lt", "lo", {less}, {less}},
      {"le", "ls", {at_most}, {less, true, true}},
      {"gt", "hi", {less, true}, {less, true}},
      {"ge", "hs", {at_most, true}, {less, false, true}},
  };
  for (const auto& [text, unsigned_text, of_reals, of_integers] : both)
    if (d.has(text) || d.has(unsigned_text)) return real ? of_reals : of_integers;
  if (!real) return std::nullopt;
  constexpr std::pair<const char*, named_relation> of_reals_alone[] = {
      {"equ", {ordered_differ, false, true}},
      {"neu", {equal, false, true}},
      {"ltu", {at_most, true, true}},
      {"leu", {less, true, true}},
      {"gtu", {at_most, false, true}},
      {"geu", {less, false, true}},
      {"num", {ordered}},
      {"nan", {ordered, false, true}},
  };
  for (const auto& [text, relation] : of_reals_alone)
    if (d.has(text)) return relation;
  return std::nullopt;
}

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
