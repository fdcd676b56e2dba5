#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "base/demangle.hpp"
#include "simt/errors.hpp"
#include "simt/execution/warp.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/ptx/control_flow.hpp"

// Indirect jumps, and calls of functions that are not inlined.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

void copy_values(lane_context& context, unsigned lane, u64 from, const std::vector<passed_value>& a,
                 u64 to, const std::vector<passed_value>& b) {
  std::byte* local = context.local + lane * context.local_bytes;
  for (std::size_t i = 0; i < a.size(); ++i)
    std::memmove(local + to + b[i].offset, local + from + a[i].offset, a[i].size);
}

u32 function_at(const kernel_program& program, const instruction& in, u64 address) {
  for (u32 i = 1; i < program.functions.size(); ++i)
    if (program.functions[i].address == address) return i;
  throw device_error(
      fmt::format("simt: kernel {} calls through the pointer {:#x}, which is not a function of "
                  "that type, at {}",
                  program.name, address, place_text(program, in.site)));
}

void save_registers(const lane_context& context, const callable_function& function,
                    std::vector<std::byte>& saved) {
  for (const saved_register& saved_register : function.registers) {
    const std::byte* first = context.registers + saved_register.slot;
    saved.insert(saved.end(), first,
                 first + (saved_register.width == 0 ? 4 : 32 * saved_register.width));
  }
}

// For the lanes that return; others may still be in a call of the same function.
void restore_registers(lane_context& context, const callable_function& function,
                       const std::vector<std::byte>& saved, u32 lanes) {
  const std::byte* from = saved.data();
  for (const saved_register& saved_register : function.registers) {
    std::byte* to = context.registers + saved_register.slot;
    if (saved_register.width == 0) {
      u32 before, now;
      std::memcpy(&before, from, 4);
      std::memcpy(&now, to, 4);
      now = (now & ~lanes) | (before & lanes);
      std::memcpy(to, &now, 4);
      from += 4;
      continue;
    }
    for_each_lane(lanes, [&](unsigned lane) {
      std::memcpy(to + saved_register.width * lane, from + saved_register.width * lane,
                  saved_register.width);
    });
    from += 32 * saved_register.width;
  }
}

}  // namespace

void warp::take_table_branch(const kernel_program& program, lane_context& context, u32 index,
                             u32 active) {
  const u32 pc = splits_[index].pc, mask = splits_[index].mask;
  const instruction& in = program.code[pc];
  const auto& table = program.branch_tables[in.target];
  const auto* choice = lanes_at<u32>(context, in.op[0]);
  const auto first = static_cast<unsigned>(std::countr_zero(active));
  if (choice[first] >= table.size())
    throw device_error(fmt::format("simt: kernel {}: brx.idx with index {} of {} targets at {}",
                                   program.name, choice[first], table.size(),
                                   place_text(program, pc)));
  const u32 target = table[choice[first]];
  u32 together = 0;
  for_each_lane(active, [&](unsigned lane) {
    if (choice[lane] < table.size() && table[choice[lane]] == target) together |= 1u << lane;
  });
  if (together == mask) {
    splits_[index].pc = target;
    return;
  }
  ++(*context.counters)[counter::divergent_branches];
  split(index, together, target, pc, in.reconvergence);
  if (active == together) splits_[index].pc = pc + 1;
}

void warp::call(const kernel_program& program, lane_context& context, u32 index) {
  const u32 pc = splits_[index].pc;
  const instruction& in = program.code[pc];
  u32 mask = splits_[index].mask;
  auto callee = static_cast<u32>(in.immediate);
  if (callee == 0) {
    const auto* address = lanes_at<u64>(context, in.op[0]);
    const u64 target = address[std::countr_zero(mask)];
    u32 others = 0;
    for_each_lane(mask, [&](unsigned lane) {
      if (address[lane] != target) others |= 1u << lane;
    });
    callee = function_at(program, in, target);
    if (others != 0) split(index, others, pc, pc, pc + 1);
    mask &= ~others;
  }
  const callable_function& function = program.functions[callee];
  join_point join{.pc = pc + 1,
                  .meeting = no_instruction,
                  .pending = mask,
                  .parent = splits_[index].join,
                  .call = pc,
                  .callee = callee};
  if (function.recursive) save_registers(context, function, join.saved);
  u64 caller_base[32];
  std::memcpy(caller_base, lanes_at<u64>(context, in.op[1]), sizeof caller_base);
  auto* top = lanes_at<u64>(context, program.stack_top);
  const call_site& site = program.calls[in.target];
  for_each_lane(mask, [&](unsigned lane) {
    const u64 base = top[lane];
    if (base + function.frame_bytes > context.local_bytes)
      throw device_error(fmt::format(
          "simt: stack overflow in kernel {}: a call of {} at {} needs "
          "more than the {} bytes of a thread's stack",
          program.name, demangled(function.name), place_text(program, pc), context.local_bytes));
    for (const auto& [slot, offset] : function.frame_values)
      lanes_at<u64>(context, slot)[lane] = base + offset;
    top[lane] = base + function.frame_bytes;
    copy_values(context, lane, caller_base[lane], site.arguments, base, function.parameters);
  });
  splits_[index].join = add_join(std::move(join));
  splits_[index].pc = function.entry;
}

bool warp::return_from_call(const kernel_program& program, lane_context& context, u32 index,
                            u32 active) {
  const std::int32_t join_index = splits_[index].join;
  join_point& join = joins_[static_cast<u32>(join_index)];
  const callable_function& function = program.functions[join.callee];
  const instruction& call = program.code[join.call];
  u64 base[32];
  std::memcpy(base, lanes_at<u64>(context, function.base), sizeof base);
  auto* top = lanes_at<u64>(context, program.stack_top);
  for_each_lane(active, [&](unsigned lane) { top[lane] = base[lane]; });
  if (function.recursive) restore_registers(context, function, join.saved, active);
  const call_site& site = program.calls[call.target];
  const auto* caller_base = lanes_at<u64>(context, call.op[1]);
  for_each_lane(active, [&](unsigned lane) {
    copy_values(context, lane, base[lane], function.results, caller_base[lane], site.results);
  });
  warp_split& mine = splits_[index];
  if (active != mine.mask) {
    // The others stay in the function.
    mine.mask &= ~active;
    ++mine.pc;
    const u32 returned = add_split({join.pc, active, join_index, warp_split::state::ready});
    arrive(returned);
    return true;
  }
  mine.pc = join.pc;
  return arrive(index);
}

}  // namespace warpmark::simt
