#include <cstring>

#include "simt/execution/kernel_program.hpp"
#include "simt/instructions/decoder.hpp"
#include "simt/memory/memory_access.hpp"

// ld and st of 32 bytes per lane: .v8 of 32 bits and .v4 of 64 bits. op[0] is an operand list.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;

constexpr unsigned wide_bytes = 32;

template <class T, bool load>
struct wide_mover {
  static void lanes(lane_context& context, const instruction& in, const access& access) {
    lane_pointers pointers;
    const u32 good = resolve(context, in, access, pointers);
    const auto& slots = context.program->operand_lists[in.op[0]];
    if constexpr (!load) {
      context.polls = 0;
      ++context.changes;
    }
    for_each_lane(load ? access.active : good, [&](unsigned lane) {
      for (std::size_t i = 0; i < slots.size(); ++i) {
        T& slot = lanes_at<T>(context, slots[i])[lane];
        if constexpr (load) {
          slot = 0;
          if ((good >> lane) & 1) std::memcpy(&slot, pointers[lane] + i * sizeof(T), sizeof(T));
        } else {
          std::memcpy(pointers[lane] + i * sizeof(T), &slot, sizeof(T));
        }
      }
    });
  }
};

template <class Mover, access_kind kind>
void move(lane_context& context, const instruction& in, u32 active) {
  access access;
  access.space = static_cast<state_space>(in.target);
  access.kind = kind;
  access.size = wide_bytes;
  access.active = active;
  read_addresses(context, in, active, access.address);
  if (access.space == state_space::generic)
    for_each_space(access, [&](const simt::access& part) { Mover::lanes(context, in, part); });
  else
    Mover::lanes(context, in, access);
}

template <class T>
handler pick_wide_memory(bool load) {
  return load ? move<wide_mover<T, true>, access_kind::load>
              : move<wide_mover<T, false>, access_kind::store>;
}

}  // namespace

bool decode_wide_memory(decoder& d, instruction& out) {
  const bool load = d.is("ld");
  if ((!load && !d.is("st")) || d.has("async") || d.operands() < 2) return false;
  const operand& value = d.at(load ? 0 : 1);
  if (value.what != operand::kind::list || d.has("b128")) return false;
  const scalar_type type = d.type_from_end();
  const unsigned size = size_of(type);
  if (size * value.parts.size() != wide_bytes || size < 4) return false;
  out.instruction_class = counter::memory_instructions;
  std::vector<u32> slots;
  for (const operand& part : value.parts)
    slots.push_back(load ? d.destination(part, part.what == operand::kind::sink ? 0 : size)
                         : d.value(part, type));
  out.op[0] = d.operand_list(std::move(slots));
  state_space space = d.named_space(), resolved = space;
  out.op[4] = d.address(d.at(load ? 1 : 0), resolved, out);
  if (space == state_space::generic) space = resolved;
  out.target = static_cast<u32>(space);
  for (const char* text : {"volatile", "relaxed", "acquire", "mmio", "cv", "cg"})
    if (d.has(text)) {
      d.order_blocks();
      out.order = order_strong;
    }
  out.execute = size == 8 ? pick_wide_memory<std::uint64_t>(load) : pick_wide_memory<u32>(load);
  return true;
}

}  // namespace warpmark::simt
