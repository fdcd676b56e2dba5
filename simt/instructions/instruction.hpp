#pragma once

#include <array>
#include <cstdint>

#include "simt/counters.hpp"

namespace warpmark::simt {

struct lane_context;
struct instruction;

/// Executes one instruction for the lanes in `active`, which is not empty.
using handler = void (*)(lane_context& context, const instruction& in, std::uint32_t active);

inline void nothing(lane_context&, const instruction&, std::uint32_t) {}

/// The control flow of an instruction: actions of the warp in addition to, or instead of, calling
/// the handler.
enum class flow : std::uint8_t {
  none,          ///< Handler, next instruction.
  branch,        ///< target, reconvergence
  branch_table,  ///< target: which table; op[0] index; reconvergence
  call,          ///< target: which call site; op[0] callee's address, op[1] the frame's base
  ret,           ///< ret of a called function
  exit,          ///< ret of the kernel, exit
  trap,
  barrier,       ///< bar.*: op[0] id, op[1] thread count, op[2] predicate, op[3] result
  warp_barrier,  ///< bar.warp.sync: op[0] mask
  collective,    ///< Needs the lanes named by the mask in op[5].
  wait,          ///< The handler sets lane_context::must_wait if it must be retried.
  yield          ///< nanosleep
};

/// Kinds of bar.*.
enum class barrier_kind : std::uint8_t { sync, arrive, reduce_and, reduce_or, reduce_popc };

/// `target` of a memory instruction: its space, and this bit if its requests are counted.
inline constexpr std::uint32_t counted_access = 256;

/// Bits of instruction::order: accesses that synchronise (PTX: strong), and stores and atomics with
/// release semantics, which include a fence.
inline constexpr std::uint8_t order_strong = 1, order_release = 2;

/// One decoded instruction. Operands are byte offsets into a warp's register file, where constants
/// and special registers have slots too.
struct instruction {
  handler execute = nullptr;
  std::array<std::uint32_t, 6> op{};
  std::int64_t immediate = 0;    ///< Address offset, lookup table, negations, …: by handler.
  std::uint32_t guard = 0;       ///< Slot of the guard predicate.
  std::uint32_t guard_flip = 0;  ///< All ones for @!p.
  std::uint32_t target = 0;      ///< For a branch its target; otherwise by handler.
  std::uint32_t reconvergence = 0;
  std::uint32_t site = 0;      ///< Index of this instruction.
  std::uint32_t straight = 0;  ///< Instructions from here on that are executed one after another.
  counter instruction_class = counter::other_instructions;
  flow control = flow::none;
  barrier_kind barrier = barrier_kind::sync;
  bool counted_barrier = false;   ///< op[1] is given.
  bool narrow_address = false;    ///< The address slot has 32-bit lanes.
  std::uint8_t merged_bytes = 0;  ///< Size that is counted, 8 or 16; 0: its own.
  std::uint8_t order = 0;         ///< order_strong, order_release
  std::uint8_t parts = 1;         ///< Values per lane.
  std::uint8_t unread = 0;        ///< Parts of a vector load whose registers are never read.
  bool copies_later = false;      ///< cp.async: what it stores is there after a wait.
  bool whole_warp = false;        ///< Undefined unless all 32 lanes take part.
  bool polls = false;             ///< Volatile, relaxed, acquire: may wait for another thread.
};

}  // namespace warpmark::simt
