#include "simt/execution/kernel_program.hpp"
#include "simt/execution/special_registers.hpp"
#include "simt/instructions/decoder.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/shared_window.hpp"

// Queries on addresses (isspacep, mapa, getctarank), and hints that change no value.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

bool in_constants(const kernel_program& program, u64 address) {
  for (const auto& [base, size] : program.constant_memory)
    if (address - base < size) return true;
  return false;
}

// The memory that a generic address refers to. Shared memory of other blocks in the cluster is
// distinct from the block's own.
enum class place : u32 { global, own_shared, cluster_shared, local, constant, param };

place place_of(const lane_context& context, u64 address) {
  const u64 window = address & ~(window_bytes - 1);
  if (window == local_window) return place::local;
  if (window == param_window) return place::param;
  if (window == shared_window)
    return is_own(static_cast<u32>(address), context.cluster_rank) ? place::own_shared
                                                                   : place::cluster_shared;
  return in_constants(*context.program, address) ? place::constant : place::global;
}

void is_in_space(lane_context& context, const instruction& in, u32 active) {
  const auto* a = lanes_at<u64>(context, in.op[1]);
  const auto queried = static_cast<place>(in.target);
  u32 holds = 0;
  for_each_lane(active, [&](unsigned lane) {
    const place found = place_of(context, a[lane]);
    const bool either = queried == place::cluster_shared && found == place::own_shared;
    if (found == queried || either) holds |= 1u << lane;
  });
  auto* p = lanes_at<u32>(context, in.op[0]);
  *p = (*p & ~active) | holds;
}

bool decode_isspacep(decoder& d, instruction& out) {
  out.execute = is_in_space;
  out.op[0] = d.destination(d.at(0), 0);
  out.op[1] = d.value(d.at(1), scalar_type::u64);
  const place queried = d.has("shared::cluster")                  ? place::cluster_shared
                        : d.has("shared") || d.has("shared::cta") ? place::own_shared
                        : d.has("local")                          ? place::local
                        : d.has("const")                          ? place::constant
                        : d.has("global")                         ? place::global
                                                                  : place::param;
  out.target = static_cast<u32>(queried);
  return true;
}

// The same offset in the shared memory of the block with that rank.
template <class T>
void map_address(lane_context& context, const instruction& in, u32 active) {
  auto* d = lanes_at<T>(context, in.op[0]);
  const auto* a = lanes_at<T>(context, in.op[1]);
  const auto* rank = lanes_at<u32>(context, in.op[2]);
  for_each_lane(active, [&](unsigned lane) {
    const T window = static_cast<T>(a[lane] & ~T{0xffff'ffffu});
    d[lane] = window | in_block(static_cast<u32>(a[lane]), rank[lane]);
  });
}

template <class T>
void rank_of_address(lane_context& context, const instruction& in, u32 active) {
  auto* d = lanes_at<u32>(context, in.op[0]);
  const auto* a = lanes_at<T>(context, in.op[1]);
  for_each_lane(active, [&](unsigned lane) {
    d[lane] = rank_of(static_cast<u32>(a[lane]), context.cluster_rank);
  });
}

// A policy changes cache placement, which the interpreter does not model.
void make_policy(lane_context& context, const instruction& in, u32 active) {
  auto* d = lanes_at<u64>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) { d[lane] = 0; });
}

}  // namespace

bool decode_address(decoder& d, instruction& out) {
  out.instruction_class = counter::other_instructions;
  if (d.is("isspacep")) return decode_isspacep(d, out);
  if (d.is("mapa")) {
    const bool wide = d.has("u64");
    out.execute = wide ? map_address<u64> : map_address<u32>;
    out.op[0] = d.destination(d.at(0), wide ? 8 : 4);
    out.op[1] = d.value(d.at(1), wide ? scalar_type::u64 : scalar_type::u32);
    out.op[2] = d.value(d.at(2), scalar_type::u32);
    return true;
  }
  if (d.is("getctarank")) {
    const bool wide = d.has("u64");
    out.execute = wide ? rank_of_address<u64> : rank_of_address<u32>;
    out.op[0] = d.destination(d.at(0), 4);
    out.op[1] = d.value(d.at(1), wide ? scalar_type::u64 : scalar_type::u32);
    return true;
  }
  if (d.is("createpolicy")) {
    out.execute = make_policy;
    out.op[0] = d.destination(d.at(0), 8);
    return true;
  }
  const bool hint = d.is("prefetch") || d.is("prefetchu") || d.is("applypriority") ||
                    d.is("discard") || (d.is("cp") && d.has("prefetch") && !d.has("tensor"));
  if (!hint) return false;
  out.instruction_class = counter::memory_instructions;
  out.execute = nothing;
  return true;
}

}  // namespace warpmark::simt
