#include <cstring>

#include "simt/execution/launch_state.hpp"
#include "simt/instructions/decoder.hpp"
#include "simt/memory/access_watch.hpp"
#include "simt/memory/copy_flights.hpp"
#include "simt/memory/element_flights.hpp"
#include "simt/memory/memory_access.hpp"
#include "simt/timing/communication_log.hpp"

// ld and st of all spaces. op[0…3] are the values, op[4] is the address.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// The lanes whose store is a race if it changes memory.
u32 contested_lanes(const lane_context& context) {
  return context.watch ? context.watch->contested() : 0;
}

// Moves the values of the lanes that access one space.
using lanes_move = void (*)(lane_context& context, const instruction& in, const access& access);

// One value of each lane of an access, `offset` bytes after the lane's address. Full warps at
// neighbouring or equal addresses take loops without branches.
template <class M, class S>
void load_part(const placed_access& from, std::size_t offset, S* d) {
  const access_pattern& pattern = *from.pattern;
  const auto value_at = [](const std::byte* at) {
    M value;
    std::memcpy(&value, at, sizeof(M));
    return static_cast<S>(value);
  };
  const std::byte* const first = from.first + offset;
  if (pattern.active() != all_lanes || from.lane_stride != 0) {
    for_each_lane(pattern.active(),
                  [&](unsigned lane) { d[lane] = value_at(from.bytes(lane) + offset); });
  } else if (pattern.is_run() && pattern.size() == sizeof(M)) {
    for (unsigned lane = 0; lane < 32; ++lane) d[lane] = value_at(first + lane * sizeof(M));
  } else if (pattern.extent() == pattern.size()) {
    const S value = value_at(first);
    WARPMARK_EVERY_LANE d[lane] = value;
  } else {
    for (unsigned lane = 0; lane < 32; ++lane) d[lane] = value_at(first + pattern.offset(lane));
  }
}

template <class M, class S>
void store_part(const placed_access& to, std::size_t offset, const S* a) {
  const access_pattern& pattern = *to.pattern;
  const auto write = [](std::byte* at, S slot) {
    const M value = static_cast<M>(slot);
    std::memcpy(at, &value, sizeof(M));
  };
  if (pattern.active() == all_lanes && to.is_run() && pattern.size() == sizeof(M)) {
    for (unsigned lane = 0; lane < 32; ++lane) write(to.first + offset + lane * sizeof(M), a[lane]);
  } else {
    for_each_lane(pattern.active(),
                  [&](unsigned lane) { write(to.bytes(lane) + offset, a[lane]); });
  }
}

// Values have type M in memory and type S, which may be wider, in the registers' slots. N values
// per lane; 0: as many as the instruction says.
template <class M, class S, unsigned N>
WARPMARK_VECTOR_CLONES void load_lanes(lane_context& context, const instruction& in,
                                       const access& access) {
  const unsigned count = N == 0 ? in.parts : N;
  if (const placed_access placed = place_lanes(context, in, access)) {
    for (unsigned i = 0; i < count; ++i)
      load_part<M, S>(placed, i * sizeof(M), lanes_at<S>(context, in.op[i]));
    return;
  }
  lane_pointers pointers;
  const u32 good = resolve(context, in, access, pointers);
  for_each_lane(access.active, [&](unsigned lane) {
    for (unsigned i = 0; i < count; ++i) {
      M value{};
      if ((good >> lane) & 1) std::memcpy(&value, pointers[lane] + i * sizeof(M), sizeof(M));
      lanes_at<S>(context, in.op[i])[lane] = static_cast<S>(value);
    }
  });
}

template <class M, class S, unsigned N>
WARPMARK_VECTOR_CLONES void store_lanes(lane_context& context, const instruction& in,
                                        const access& access) {
  context.polls = 0;
  ++context.changes;
  const unsigned count = N == 0 ? in.parts : N;
  const placed_access placed = place_lanes(context, in, access);
  if (placed && contested_lanes(context) == 0) {
    for (unsigned i = 0; i < count; ++i)
      store_part<M, S>(placed, i * sizeof(M), lanes_at<S>(context, in.op[i]));
    return;
  }
  lane_pointers pointers;
  const u32 good = placed ? placed.point(pointers) : resolve(context, in, access, pointers);
  const u32 contested = contested_lanes(context);
  for_each_lane(good, [&](unsigned lane) {
    bool changes = false;
    for (unsigned i = 0; i < count; ++i) {
      const M value = static_cast<M>(lanes_at<S>(context, in.op[i])[lane]);
      std::byte* const to = pointers[lane] + i * sizeof(M);
      changes = changes || (((contested >> lane) & 1) && std::memcmp(to, &value, sizeof(M)) != 0);
      std::memcpy(to, &value, sizeof(M));
    }
    if (changes) context.watch->confirm(context, in, access, lane);
  });
}

// Notes for the time model what blocks may tell each other.
void record(lane_context& context, const instruction& in, const access& access) {
  communication_log* log = context.launch->communication;
  if (log == nullptr || access.space != state_space::global) return;
  if (access.kind == access_kind::load)
    log->load(place_in_log(context, in), access);
  else
    log->store(place_in_log(context, in), access);
}

void move_by(lane_context& context, const instruction& in, u32 active, access_kind kind,
             unsigned value_bytes, lanes_move lanes) {
  access access;
  access.space = static_cast<state_space>(in.target & 255);
  access.kind = kind;
  access.size = value_bytes * in.parts;
  access.active = active;
  access.merged_bytes = in.merged_bytes;
  access.counted = in.target & counted_access;
  read_addresses(context, in, active, access.address);
  if (access.space == state_space::generic) {
    for_each_space(access, [&](const simt::access& part) {
      lanes(context, in, part);
      if (in.order != 0) record(context, in, part);
    });
  } else {
    lanes(context, in, access);
    if (in.order != 0) record(context, in, access);
  }
  if (in.polls) {
    ++context.polls;
    if (context.flights) context.flights->inform(context.warp);
    if (context.elements) context.elements->inform(context.warp);
  }
}

template <class M, class S, unsigned N>
void load(lane_context& context, const instruction& in, u32 active) {
  move_by(context, in, active, access_kind::load, sizeof(M), load_lanes<M, S, N>);
}
template <class M, class S, unsigned N>
void store(lane_context& context, const instruction& in, u32 active) {
  move_by(context, in, active, access_kind::store, sizeof(M), store_lanes<M, S, N>);
}

// A kernel parameter at a constant offset: the same value in all lanes, and within bounds.
template <class M, class S>
void load_parameter(lane_context& context, const instruction& in, u32 active) {
  M value;
  std::memcpy(&value, context.parameters + in.immediate, sizeof(M));
  auto* d = lanes_at<S>(context, in.op[0]);
  if (active == all_lanes) {
    WARPMARK_EVERY_LANE d[lane] = static_cast<S>(value);
  } else {
    for_each_lane(active, [&](unsigned lane) { d[lane] = static_cast<S>(value); });
  }
}

handler pick_parameter_load(scalar_type type, unsigned slot) {
  const bool wide = slot == 8;
  switch (type) {
    case scalar_type::s8:
      return wide ? load_parameter<std::int8_t, u64> : load_parameter<std::int8_t, u32>;
    case scalar_type::s16:
      return wide ? load_parameter<std::int16_t, u64> : load_parameter<std::int16_t, u32>;
    case scalar_type::s32:
      return wide ? load_parameter<std::int32_t, u64> : load_parameter<std::int32_t, u32>;
    default:
      break;
  }
  switch (size_of(type)) {
    case 1:
      return wide ? load_parameter<std::uint8_t, u64> : load_parameter<std::uint8_t, u32>;
    case 2:
      return wide ? load_parameter<std::uint16_t, u64> : load_parameter<std::uint16_t, u32>;
    case 4:
      return wide ? load_parameter<u32, u64> : load_parameter<u32, u32>;
    default:
      return load_parameter<u64, u64>;
  }
}

template <class M>
handler pick_load(unsigned slot, std::size_t count) {
  if (slot == 8) return load<M, u64, 0>;
  return count == 1 ? load<M, u32, 1> : load<M, u32, 0>;
}

// Vectors of words have loops of their own.
handler pick_load(scalar_type type, unsigned slot, std::size_t count) {
  switch (type) {
    case scalar_type::s8:
      return pick_load<std::int8_t>(slot, count);
    case scalar_type::s16:
      return pick_load<std::int16_t>(slot, count);
    case scalar_type::s32:
      if (slot == 8) return count == 1 ? load<std::int32_t, u64, 1> : load<std::int32_t, u64, 0>;
      break;
    default:
      break;
  }
  switch (size_of(type)) {
    case 1:
      return pick_load<std::uint8_t>(slot, count);
    case 2:
      return pick_load<std::uint16_t>(slot, count);
    case 4:
      if (slot == 8) return count == 1 ? load<u32, u64, 1> : load<u32, u64, 0>;
      return count == 1 ? load<u32, u32, 1> : count == 2 ? load<u32, u32, 2> : load<u32, u32, 4>;
    default:
      return count == 1 ? load<u64, u64, 1> : load<u64, u64, 2>;
  }
}

template <class M>
handler pick_store(unsigned slot, std::size_t count) {
  if (slot == 8) return store<M, u64, 0>;
  return count == 1 ? store<M, u32, 1> : store<M, u32, 0>;
}

handler pick_store(scalar_type type, unsigned slot, std::size_t count) {
  switch (size_of(type)) {
    case 1:
      return pick_store<std::uint8_t>(slot, count);
    case 2:
      return pick_store<std::uint16_t>(slot, count);
    case 4:
      if (slot == 8) return store<u32, u64, 0>;
      return count == 1 ? store<u32, u32, 1> : count == 2 ? store<u32, u32, 2> : store<u32, u32, 4>;
    default:
      return count == 1 ? store<u64, u64, 1> : store<u64, u64, 2>;
  }
}

void order_memory(decoder& d, instruction& out, state_space space) {
  for (const char* text : {"volatile", "relaxed", "acquire", "mmio", "cv", "cg"})
    out.polls = out.polls || d.has(text);
  out.order =
      (out.polls || d.has("release") ? order_strong : 0) | (d.has("release") ? order_release : 0);
  if (out.polls && (space == state_space::global || space == state_space::generic))
    d.order_blocks();
}

// The values that each lane moves.
struct moved_values {
  scalar_type type;  ///< In memory.
  unsigned slot;     ///< Bytes of a register.
  std::size_t count;
};

moved_values decode_values(decoder& d, instruction& out, const operand& value, bool load) {
  const scalar_type type = d.type_from_end();
  const bool vector = value.what == operand::kind::list;
  const std::size_t count = vector ? value.parts.size() : 1;
  if ((count != 1 && count != 2 && count != 4) || size_of(type) * count > 16 || size_of(type) == 0)
    d.unsupported();
  const unsigned natural = register_bytes(type);
  // `_` among the parts of a vector has no width of its own.
  unsigned slot = natural;
  for (std::size_t i = 0; i < count; ++i) {
    const operand& part = vector ? value.parts[i] : value;
    slot = std::max(slot, d.width(part, natural));
  }
  if (slot > 8) d.unsupported("a register of another width");
  for (std::size_t i = 0; i < count; ++i) {
    const operand& part = vector ? value.parts[i] : value;
    if (d.width(part, slot) != slot) d.unsupported("registers of different widths");
    if (load && vector && (part.what != operand::kind::reg || !d.is_read(part)))
      out.unread |= static_cast<std::uint8_t>(1u << i);
    const scalar_type slot_type = slot == 8 ? scalar_type::b64 : scalar_type::b32;
    out.op[i] = load                              ? d.destination(part, 0)
                : part.what == operand::kind::reg ? d.value(part, slot_type)
                                                  : d.value(part, type);
  }
  out.parts = static_cast<std::uint8_t>(count);
  return {type, slot, count};
}

// A value of 128 bits is moved as a pair of 64 bits.
moved_values decode_halves(decoder& d, instruction& out, const operand& value, bool load) {
  out.op[0] = load ? d.destination(value, value.what == operand::kind::sink ? 0 : 16)
                   : d.value(value, scalar_type::b128);
  out.op[1] = out.op[0] + high_half_offset;
  out.parts = 2;
  return {scalar_type::b64, 8, 2};
}

}  // namespace

bool decode_memory(decoder& d, instruction& out) {
  const bool load = d.is("ld") || d.is("ldu");
  if ((!load && !d.is("st")) || d.has("async")) return false;
  out.instruction_class = counter::memory_instructions;
  const operand& value = d.at(load ? 0 : 1);
  const auto [type, slot, count] =
      d.has("b128") ? decode_halves(d, out, value, load) : decode_values(d, out, value, load);
  state_space space = d.named_space(), named = space;
  const state_space written = space;
  out.op[4] = d.address(d.at(load ? 1 : 0), named, out);
  // Parameters of device functions are in local memory and constants in global memory, but do not
  // count as requests to them.
  if (written == state_space::param || written == state_space::generic) space = named;
  if (!load && space == state_space::param) d.unsupported("a store to a kernel parameter");
  const bool counted = written != state_space::param && written != state_space::constant &&
                       !(written == state_space::generic && space == state_space::constant);
  if (space == state_space::constant) space = state_space::global;
  out.target = static_cast<u32>(space) | (counted ? counted_access : 0);
  order_memory(d, out, space);
  const operand& base = d.at(load ? 1 : 0).parts[0];
  if (const variable_place* place = d.variable(base);
      load && count == 1 && place && place->space == state_space::param) {
    const std::int64_t offset = static_cast<std::int64_t>(place->address) + out.immediate;
    if (offset >= 0 && offset + size_of(type) <= d.parameter_bytes()) {
      out.immediate = offset;
      out.execute = pick_parameter_load(type, slot);
      return true;
    }
  }
  out.execute = load ? pick_load(type, slot, count) : pick_store(type, slot, count);
  return true;
}

}  // namespace warpmark::simt
