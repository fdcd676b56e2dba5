#include <array>
#include <atomic>
#include <cstring>

#include "simt/execution/kernel_program.hpp"
#include "simt/execution/launch_state.hpp"
#include "simt/instructions/atomic_operations.hpp"
#include "simt/instructions/decoder.hpp"
#include "simt/memory/memory_access.hpp"
#include "simt/timing/communication_log.hpp"

// atom and red. op[0] receives the old value, op[1] and op[2] are the operands, op[4] the address.
// For vectors, op[0] and op[1] are operand lists.

namespace warpmark::simt {
namespace {

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

void note_change(lane_context& context, bool changed) {
  if (changed) {
    context.polls = 0;
    ++context.changes;
  } else {
    ++context.polls;
  }
}

// Other host threads may update the same memory: blocks run concurrently if all their operations on
// shared memory locations commute.
template <class F, class T>
T update_shared_by_threads(std::byte* at, T a) {
  std::atomic_ref<T> cell(*reinterpret_cast<T*>(at));
  T old = cell.load(std::memory_order_relaxed);
  while (!cell.compare_exchange_weak(old, F::apply(old, a, a), std::memory_order_relaxed)) {
  }
  return old;
}

// What an operation does in the lanes of one space, of which those in `good` have memory. Returns
// whether memory changed.
using lanes_update = bool (*)(lane_context& context, const instruction& in, u32 active, u32 good,
                              const lane_pointers& pointers);

// Lanes are executed one by one, in the order of their numbers.
template <class F, class T, bool threaded>
bool update_lanes(lane_context& context, const instruction& in, u32 active, u32 good,
                  const lane_pointers& pointers) {
  auto* d = lanes_at<slot_of<T>>(context, in.op[0]);
  const auto* a = lanes_at<slot_of<T>>(context, in.op[1]);
  const auto* b = lanes_at<slot_of<T>>(context, in.op[2]);
  bool changed = false;
  for_each_lane(active, [&](unsigned lane) {
    T old{};
    if ((good >> lane) & 1) {
      if constexpr (threaded) {
        old = update_shared_by_threads<F, T>(pointers[lane], static_cast<T>(a[lane]));
        changed = true;
      } else {
        std::memcpy(&old, pointers[lane], sizeof(T));
        const T now = F::apply(old, static_cast<T>(a[lane]), static_cast<T>(b[lane]));
        changed = changed || std::memcmp(&now, &old, sizeof(T)) != 0;
        std::memcpy(pointers[lane], &now, sizeof(T));
      }
    }
    d[lane] = static_cast<slot_of<T>>(old);
  });
  return changed;
}

// Each element of a vector is a separate atomic operation.
template <class F, class T>
bool update_vectors(lane_context& context, const instruction& in, u32, u32 good,
                    const lane_pointers& pointers) {
  const auto& to = context.program->operand_lists[in.op[0]];
  const auto& from = context.program->operand_lists[in.op[1]];
  bool changed = false;
  for_each_lane(good, [&](unsigned lane) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      T old;
      std::memcpy(&old, pointers[lane] + i * sizeof(T), sizeof(T));
      const T a = static_cast<T>(lanes_at<slot_of<T>>(context, from[i])[lane]);
      const T now = F::apply(old, a, a);
      changed = changed || std::memcmp(&now, &old, sizeof(T)) != 0;
      std::memcpy(pointers[lane] + i * sizeof(T), &now, sizeof(T));
      if (!to.empty()) lanes_at<slot_of<T>>(context, to[i])[lane] = static_cast<slot_of<T>>(old);
    }
  });
  return changed;
}

// exch and cas of 128 bits: op[0], op[1] and op[2] are the low halves' slots.
template <bool compares>
bool update_pairs(lane_context& context, const instruction& in, u32 active, u32 good,
                  const lane_pointers& pointers) {
  using pair = std::array<u64, 2>;
  const auto read = [&](u32 slot, unsigned lane) {
    return pair{lanes_at<u64>(context, slot)[lane],
                lanes_at<u64>(context, slot + high_half_offset)[lane]};
  };
  bool changed = false;
  for_each_lane(active, [&](unsigned lane) {
    pair old{};
    if ((good >> lane) & 1) {
      std::memcpy(old.data(), pointers[lane], sizeof old);
      const bool stores = !compares || old == read(in.op[1], lane);
      const pair now = stores ? read(in.op[2], lane) : old;
      changed = changed || now != old;
      std::memcpy(pointers[lane], now.data(), sizeof now);
    }
    lanes_at<u64>(context, in.op[0])[lane] = old[0];
    lanes_at<u64>(context, in.op[0] + high_half_offset)[lane] = old[1];
  });
  return changed;
}

void update_by(lane_context& context, const instruction& in, u32 active, lanes_update update) {
  access access;
  access.space = static_cast<state_space>(in.target);
  access.kind = access_kind::atomic;
  access.size = static_cast<unsigned>(in.op[3]);
  access.active = active;
  read_addresses(context, in, active, access.address);
  const auto visit = [&](const simt::access& part) {
    lane_pointers pointers;
    const u32 good = resolve(context, in, part, pointers);
    const bool changed = update(context, in, part.active, good, pointers);
    note_change(context, changed);
    if (communication_log* log = context.launch->communication;
        log != nullptr && part.space == state_space::global)
      log->update(place_in_log(context, in), part, changed);
  };
  if (access.space == state_space::generic)
    for_each_space(access, visit);
  else
    visit(access);
}

template <lanes_update lanes>
void update(lane_context& context, const instruction& in, u32 active) {
  update_by(context, in, active, lanes);
}

// The two handlers of an operation: for blocks in order, and for blocks on several host threads.
struct handlers {
  handler ordered = nullptr, threaded = nullptr;
};

template <class F, class T>
handlers both_orders() {
  return {update<update_lanes<F, T, false>>, update<update_lanes<F, T, true>>};
}

// Operations that do not commute with each other, and those of floats.
template <class F, class T>
handlers in_order(bool vector) {
  return {vector ? update<update_vectors<F, T>> : update<update_lanes<F, T, false>>, nullptr};
}
template <class F, class T>
handlers in_order_scalar() {
  return {update<update_lanes<F, T, false>>, nullptr};
}

template <class T>
handlers pick_order(const decoder& d) {
  if (d.has("min")) return both_orders<atomics::min<T>, T>();
  if (d.has("max")) return both_orders<atomics::max<T>, T>();
  return {};
}

// The same for signed and unsigned integers.
template <class T>
handlers pick_bitwise(const decoder& d) {
  using namespace atomics;
  if (d.has("add")) return both_orders<add<T>, T>();
  if (d.has("and")) return both_orders<atomics::bit_and<T>, T>();
  if (d.has("or")) return both_orders<atomics::bit_or<T>, T>();
  if (d.has("xor")) return both_orders<atomics::bit_xor<T>, T>();
  if (d.has("exch")) return in_order_scalar<exchange<T>, T>();
  if (d.has("inc")) return in_order_scalar<inc<T>, T>();
  if (d.has("dec")) return in_order_scalar<dec<T>, T>();
  if (d.has("cas")) return in_order_scalar<compare_swap<T>, T>();
  return {};
}

template <class T>
handlers pick_integer(const decoder& d) {
  const handlers order = pick_order<T>(d);
  return order.ordered ? order : pick_bitwise<std::make_unsigned_t<T>>(d);
}

template <class Format, class T>
handlers pick_small(const decoder& d, bool vector) {
  using atomics::small;
  using atomics::small_operation;
  if (d.has("add")) return in_order<small<Format, small_operation::add, T>, T>(vector);
  if (d.has("min")) return in_order<small<Format, small_operation::min, T>, T>(vector);
  if (d.has("max")) return in_order<small<Format, small_operation::max, T>, T>(vector);
  return {};
}

handlers pick_f32(const decoder& d, state_space space, bool vector) {
  using namespace atomics;
  if (d.has("add"))
    return space == state_space::shared ? in_order<add<float>, float>(vector)
                                        : in_order<flushing_add, float>(vector);
  if (d.has("exch")) return in_order<exchange<u32>, u32>(vector);
  return {};
}

handlers pick_f64(const decoder& d) {
  using namespace atomics;
  if (d.has("add")) return in_order_scalar<add<double>, double>();
  if (d.has("exch")) return in_order_scalar<exchange<u64>, u64>();
  return {};
}

struct chosen {
  simt::handlers handlers;
  scalar_type type = scalar_type::b32;  ///< Of the slots.
  unsigned size = 4;
};

chosen pick_atomic(const decoder& d, state_space space, bool vector) {
  if (d.has("f16x2")) return {pick_small<f16_format, u32>(d, vector), scalar_type::b32, 4};
  if (d.has("bf16x2")) return {pick_small<bf16_format, u32>(d, vector), scalar_type::b32, 4};
  if (d.has("bf16")) return {pick_small<bf16_format, u16>(d, vector), scalar_type::b16, 2};
  if (d.has("f16")) return {pick_small<f16_format, u16>(d, vector), scalar_type::b16, 2};
  if (d.has("b128")) {
    if (vector) return {};
    if (d.has("exch")) return {{update<update_pairs<false>>, nullptr}, scalar_type::b128, 16};
    if (d.has("cas")) return {{update<update_pairs<true>>, nullptr}, scalar_type::b128, 16};
    return {};
  }
  const scalar_type type = d.type_from_end();
  if (type == scalar_type::f32) return {pick_f32(d, space, vector), type, 4};
  if (type == scalar_type::f64) return {pick_f64(d), type, 8};
  if (vector) return {};
  switch (type) {
    case scalar_type::b16:
      return {d.has("cas") ? in_order_scalar<atomics::compare_swap<u16>, u16>() : handlers{}, type,
              2};
    case scalar_type::u32:
    case scalar_type::b32:
      return {pick_integer<u32>(d), type, 4};
    case scalar_type::s32:
      return {pick_integer<std::int32_t>(d), type, 4};
    case scalar_type::u64:
    case scalar_type::b64:
      return {pick_integer<u64>(d), type, 8};
    case scalar_type::s64:
      return {pick_integer<std::int64_t>(d), type, 8};
    default:
      return {};
  }
}

u32 list_of(decoder& d, const operand& list, scalar_type type, bool results) {
  std::vector<u32> slots;
  if (list.what == operand::kind::list)
    for (const operand& part : list.parts)
      slots.push_back(results ? d.destination(part, 0) : d.value(part, type));
  return d.operand_list(std::move(slots));
}

}  // namespace

bool decode_atomic(decoder& d, instruction& out) {
  const bool red = d.is("red");
  if (!red && !d.is("atom")) return false;
  if (d.has("async")) return false;
  out.instruction_class = counter::memory_instructions;
  out.order = d.has("release") || d.has("acq_rel") ? order_strong | order_release : order_strong;
  const std::size_t address = red ? 0 : 1;
  const operand& source = d.at(address + 1);
  const bool vector = source.what == operand::kind::list;
  const state_space space = d.named_space();
  const chosen found = pick_atomic(d, space, vector);
  if (!found.handlers.ordered) d.unsupported();
  out.execute = found.handlers.ordered;
  state_space resolved = space;
  out.op[4] = d.address(d.at(address), resolved, out);
  if (space != state_space::generic) resolved = space;
  out.target = static_cast<u32>(resolved);
  out.op[3] = found.size;
  if (vector) {
    out.op[3] = found.size * static_cast<u32>(source.parts.size());
    out.op[0] = list_of(d, red ? operand{} : d.at(0), found.type, true);
    out.op[1] = list_of(d, source, found.type, false);
  } else {
    out.op[0] = red ? d.destination({}, 0) : d.destination(d.at(0), register_bytes(found.type));
    out.op[1] = out.op[2] = d.value(source, found.type);
    if (d.has("cas")) out.op[2] = d.value(d.at(address + 2), found.type);
  }
  if (resolved == state_space::shared) return true;
  const bool unused = red || !d.is_read(d.at(0));
  std::string operation;
  for (const std::string& modifier : d.source().modifiers)
    if (modifier == "add" || modifier == "min" || modifier == "max" || modifier == "and" ||
        modifier == "or" || modifier == "xor" || parse_scalar_type(modifier))
      operation += modifier + ".";
  d.note_global_atomic(out, unused ? found.handlers.threaded : nullptr, operation);
  return true;
}

}  // namespace warpmark::simt
