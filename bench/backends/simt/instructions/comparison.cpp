#include <cmath>

#include "bench/backends/simt/instructions/decoder.hpp"
#include "bench/backends/simt/instructions/lanes.hpp"

// setp, set, selp, slct, mov and the logic of predicates.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;

struct equal {
  template <class T>
  static bool apply(T a, T b) {
    return a == b;
  }
};
struct differ {
  template <class T>
  static bool apply(T a, T b) {
    return a != b;
  }
};
struct less {
  template <class T>
  static bool apply(T a, T b) {
    return a < b;
  }
};
struct at_most {
  template <class T>
  static bool apply(T a, T b) {
    return a <= b;
  }
};
struct greater {
  template <class T>
  static bool apply(T a, T b) {
    return a > b;
  }
};
struct at_least {
  template <class T>
  static bool apply(T a, T b) {
    return a >= b;
  }
};
// C++ != is true for NaN, PTX .ne is not; the "unordered" forms hold if either side is NaN.
struct ordered {
  template <class T>
  static bool apply(T a, T b) {
    return a == a && b == b;
  }
};
struct unordered {
  template <class T>
  static bool apply(T a, T b) {
    return a != a || b != b;
  }
};
struct ordered_differ {
  template <class T>
  static bool apply(T a, T b) {
    return a < b || a > b;
  }
};
template <class F>
struct or_unordered {
  template <class T>
  static bool apply(T a, T b) {
    return F::apply(a, b) || unordered::apply(a, b);
  }
};

// The low bits of `immediate`: how to combine with a predicate (0 not, 1 and, 2 or, 3 xor), whether
// that one is negated (4), whether there is a second result (8), whether to write 1.0f (16).
template <class F, class T>
void set_predicate(lane_context& context, const instruction& in, u32 active) {
  const u32 holds = compare_lanes<F, T>(lanes_at<slot_of<T>>(context, in.op[2]),
                                        lanes_at<slot_of<T>>(context, in.op[3]), active);
  u32 first = holds, second = ~holds;
  if (in.immediate & 3) {
    u32 other = *lanes_at<u32>(context, in.op[4]);
    if (in.immediate & 4) other = ~other;
    const auto combine = [&](u32 a) {
      switch (in.immediate & 3) {
        case 1:
          return a & other;
        case 2:
          return a | other;
        default:
          return a ^ other;
      }
    };
    first = combine(first), second = combine(second);
  }
  auto* p = lanes_at<u32>(context, in.op[0]);
  *p = (*p & ~active) | (first & active);
  if (in.immediate & 8) {
    auto* q = lanes_at<u32>(context, in.op[1]);
    *q = (*q & ~active) | (second & active);
  }
}

template <class F, class T>
void set_value(lane_context& context, const instruction& in, u32 active) {
  const u32 holds = compare_lanes<F, T>(lanes_at<slot_of<T>>(context, in.op[2]),
                                        lanes_at<slot_of<T>>(context, in.op[3]), active);
  auto* d = lanes_at<u32>(context, in.op[0]);
  const u32 yes = in.immediate & 16 ? 0x3f800000u : ~0u;
  for_each_lane(active, [&](unsigned lane) { d[lane] = (holds >> lane) & 1 ? yes : 0; });
}

template <class F, class T>
handler pick_result(const decoder& d) {
  return d.is("set") ? handler{set_value<F, T>} : handler{set_predicate<F, T>};
}

template <class T>
handler pick_relation(const decoder& d) {
  constexpr bool real = std::is_floating_point_v<T>;
  if (d.has("eq")) return pick_result<equal, T>(d);
  if (d.has("ne")) return pick_result<std::conditional_t<real, ordered_differ, differ>, T>(d);
  if (d.has("lt") || d.has("lo")) return pick_result<less, T>(d);
  if (d.has("le") || d.has("ls")) return pick_result<at_most, T>(d);
  if (d.has("gt") || d.has("hi")) return pick_result<greater, T>(d);
  if (d.has("ge") || d.has("hs")) return pick_result<at_least, T>(d);
  if constexpr (real) {
    if (d.has("equ")) return pick_result<or_unordered<equal>, T>(d);
    if (d.has("neu")) return pick_result<differ, T>(d);
    if (d.has("ltu")) return pick_result<or_unordered<less>, T>(d);
    if (d.has("leu")) return pick_result<or_unordered<at_most>, T>(d);
    if (d.has("gtu")) return pick_result<or_unordered<greater>, T>(d);
    if (d.has("geu")) return pick_result<or_unordered<at_least>, T>(d);
    if (d.has("num")) return pick_result<ordered, T>(d);
    if (d.has("nan")) return pick_result<unordered, T>(d);
  }
  return nullptr;
}

handler pick(const decoder& d, scalar_type type) {
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
    default:
      return nullptr;
  }
}

counter class_of(scalar_type type) {
  if (type == scalar_type::f32) return counter::float32_instructions;
  return type == scalar_type::f64 ? counter::float64_instructions : counter::integer_instructions;
}

bool decode_set(decoder& d, instruction& out) {
  const scalar_type type = d.type_from_end();
  out.klass = class_of(type);
  out.execute = pick(d, type);
  if (!out.execute) d.unsupported();
  if (d.is("set")) {
    out.op[0] = d.destination(d.at(0), 4);
    if (d.type_from_end(1) == scalar_type::f32) out.immediate = 16;
    if (d.operands() != 3) d.unsupported();
  } else if (d.at(0).what == operand::kind::pair) {
    out.op[0] = d.predicate(d.at(0).parts[0]);
    out.op[1] = d.destination(d.at(0).parts[1], 0);
    out.immediate |= 8;
  } else {
    out.op[0] = d.predicate(d.at(0));
  }
  out.op[2] = d.value(d.at(1), type);
  out.op[3] = d.value(d.at(2), type);
  if (d.operands() == 4) {
    out.immediate |= d.has("and") ? 1 : d.has("or") ? 2 : 3;
    out.op[4] = d.predicate(d.at(3));
    if (d.at(3).negated) out.immediate |= 4;
  }
  return true;
}

template <class T>
void select(lane_context& context, const instruction& in, u32 active) {
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

template <class T, class C>
struct select_by_sign {
  static T apply(T a, T b, C c) { return c >= C(0) ? a : b; }
};

template <class T>
handler pick_slct(scalar_type control) {
  using std::int32_t;
  return control == scalar_type::f32 ? ternary<select_by_sign<T, float>, T, T, T, float>
                                     : ternary<select_by_sign<T, int32_t>, T, T, T, int32_t>;
}

template <class T>
struct same {
  static T apply(T a) { return a; }
};

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
  out.klass = counter::integer_instructions;
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

bool decode_comparison(decoder& d, instruction& out) {
  if (d.is("setp") || d.is("set")) return decode_set(d, out);
  if (d.source().modifiers.empty()) return false;
  const auto type = parse_scalar_type(d.source().modifiers.back());
  if (!type) return false;
  const bool wide = size_of(*type) == 8;
  if (*type == scalar_type::pred) return decode_predicate_logic(d, out);
  if (d.is("selp")) {
    out.klass = counter::integer_instructions;
    out.execute = wide ? select<std::uint64_t> : select<u32>;
    out.op[3] = d.predicate(d.at(3));
    if (d.at(3).negated) out.immediate = ~std::int64_t{0};
  } else if (d.is("slct")) {
    out.klass = counter::integer_instructions;
    const scalar_type data = d.type_from_end(1);
    out.execute = size_of(data) == 8 ? pick_slct<std::uint64_t>(*type) : pick_slct<u32>(*type);
    out.op[0] = d.destination(d.at(0), size_of(data));
    out.op[1] = d.value(d.at(1), data);
    out.op[2] = d.value(d.at(2), data);
    out.op[3] = d.value(d.at(3), *type);
    return true;
  } else {
    return false;
  }
  out.op[0] = d.destination(d.at(0), wide ? 8 : 4);
  out.op[1] = d.value(d.at(1), *type);
  out.op[2] = d.value(d.at(2), *type);
  return true;
}

}  // namespace warpmark::simt
