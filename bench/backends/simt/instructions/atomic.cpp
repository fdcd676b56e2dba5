#include <cstring>

#include "bench/backends/simt/instructions/decoder.hpp"
#include "bench/backends/simt/memory/memory_access.hpp"

// atom and red. op[0] takes the old value, op[1] and op[2] are the operands, op[4] the address.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <class T>
struct atomics {
  struct add {
    static T apply(T old, T a, T) {
      if constexpr (std::is_floating_point_v<T>)
        return old + a;
      else
        return static_cast<T>(static_cast<u64>(old) + static_cast<u64>(a));
    }
  };
  struct min {
    static T apply(T old, T a, T) { return a < old ? a : old; }
  };
  struct max {
    static T apply(T old, T a, T) { return old < a ? a : old; }
  };
  struct exchange {
    static T apply(T, T a, T) { return a; }
  };
};
template <class T>
struct integer_atomics {
  struct bit_and {
    static T apply(T old, T a, T) { return old & a; }
  };
  struct bit_or {
    static T apply(T old, T a, T) { return old | a; }
  };
  struct bit_xor {
    static T apply(T old, T a, T) { return old ^ a; }
  };
  struct inc {
    static T apply(T old, T a, T) { return old >= a ? T(0) : T(old + 1); }
  };
  struct dec {
    static T apply(T old, T a, T) { return old == 0 || old > a ? a : T(old - 1); }
  };
  struct compare_swap {
    static T apply(T old, T a, T b) { return old == a ? b : old; }
  };
};

// Lanes go one after the other, in the order of their numbers.
template <class F, class T>
void update_lanes(lane_context& context, const instruction& in, const access& what) {
  lane_pointers pointers;
  const u32 good = resolve(context, in, what, pointers);
  bool changed = false;
  for_each_lane(what.active, [&](unsigned lane) {
    T old{};
    if ((good >> lane) & 1) {
      std::memcpy(&old, pointers[lane], sizeof(T));
      const T now =
          F::apply(old, lanes_at<T>(context, in.op[1])[lane], lanes_at<T>(context, in.op[2])[lane]);
      changed = changed || std::memcmp(&now, &old, sizeof(T)) != 0;
      std::memcpy(pointers[lane], &now, sizeof(T));
    }
    lanes_at<T>(context, in.op[0])[lane] = old;
  });
  if (changed) {
    context.polls = 0;
    ++context.changes;
  } else {
    ++context.polls;
  }
}

template <class F, class T>
void update(lane_context& context, const instruction& in, u32 active) {
  access what;
  what.space = static_cast<state_space>(in.target);
  what.kind = access_kind::atomic;
  what.size = sizeof(T);
  what.active = active;
  read_addresses(context, in, active, what.address);
  if (what.space == state_space::generic)
    for_each_space(what, [&](const access& part) { update_lanes<F, T>(context, in, part); });
  else
    update_lanes<F, T>(context, in, what);
}

template <class T>
handler pick_typed(const decoder& d) {
  using a = atomics<T>;
  if (d.has("add")) return update<typename a::add, T>;
  if (d.has("min")) return update<typename a::min, T>;
  if (d.has("max")) return update<typename a::max, T>;
  if (d.has("exch")) return update<typename a::exchange, T>;
  if constexpr (std::is_integral_v<T>) {
    using i = integer_atomics<T>;
    if (d.has("and")) return update<typename i::bit_and, T>;
    if (d.has("or")) return update<typename i::bit_or, T>;
    if (d.has("xor")) return update<typename i::bit_xor, T>;
    if (d.has("inc")) return update<typename i::inc, T>;
    if (d.has("dec")) return update<typename i::dec, T>;
    if (d.has("cas")) return update<typename i::compare_swap, T>;
  }
  return nullptr;
}

handler pick(const decoder& d, scalar_type type) {
  switch (type) {
    case scalar_type::u32:
    case scalar_type::b32:
      return pick_typed<u32>(d);
    case scalar_type::s32:
      return pick_typed<std::int32_t>(d);
    case scalar_type::u64:
    case scalar_type::b64:
      return pick_typed<u64>(d);
    case scalar_type::s64:
      return pick_typed<std::int64_t>(d);
    case scalar_type::f32:
      return pick_typed<float>(d);
    case scalar_type::f64:
      return pick_typed<double>(d);
    default:
      return nullptr;
  }
}

}  // namespace

bool decode_atomic(decoder& d, instruction& out) {
  const bool red = d.is("red");
  if (!red && !d.is("atom")) return false;
  const scalar_type type = d.type_from_end();
  out.klass = counter::memory_instructions;
  out.execute = pick(d, type);
  if (!out.execute) d.unsupported();
  state_space space = d.has("global")                           ? state_space::global
                      : d.has("shared") || d.has("shared::cta") ? state_space::shared
                                                                : state_space::generic;
  const std::size_t address = red ? 0 : 1;
  out.op[0] = red ? d.destination({}, 0) : d.destination(d.at(0), size_of(type));
  out.op[4] = d.address(d.at(address), space, out);
  out.op[1] = out.op[2] = d.value(d.at(address + 1), type);
  if (d.operands() > address + 2) out.op[2] = d.value(d.at(address + 2), type);
  out.target = static_cast<u32>(space);
  if (space != state_space::shared) d.order_blocks();
  return true;
}

}  // namespace warpmark::simt
