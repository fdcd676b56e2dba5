#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/instructions/decoder.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/timing/block_timeline.hpp"

// shfl, vote, match, elect, activemask. The warp makes the lanes of the mask op[5] converge before
// it calls these.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

enum class shuffle { up, down, bfly, idx };

// op: 0 result, 1 predicate, 2 value, 3 distance or lane, 4 clamp and segment mask.
template <shuffle mode>
void shuffle_lanes(lane_context& context, const instruction& in, u32 active) {
  ++(*context.counters)[counter::shuffles];
  auto* d = lanes_at<u32>(context, in.op[0]);
  const auto* distance = lanes_at<u32>(context, in.op[3]);
  const auto* control = lanes_at<u32>(context, in.op[4]);
  u32 values[32];
  std::copy_n(lanes_at<u32>(context, in.op[2]), 32, values);
  u32 within = 0;
  const auto at = [&](unsigned lane) {
    const u32 b = distance[lane] & 31, clamp = control[lane] & 31;
    const u32 segment = (control[lane] >> 8) & 31;
    const u32 last = (lane & segment) | (clamp & ~segment), first = lane & segment;
    u32 from = lane;
    bool ok = false;
    if constexpr (mode == shuffle::up) {
      // For .up the clamp is a lower bound.
      const auto source = static_cast<int>(lane) - static_cast<int>(b);
      ok = source >= static_cast<int>(last);
      from = static_cast<u32>(source);
    } else if constexpr (mode == shuffle::down) {
      from = lane + b, ok = from <= last;
    } else if constexpr (mode == shuffle::bfly) {
      from = lane ^ b, ok = from <= last;
    } else {
      from = first | (b & ~segment), ok = from <= last;
    }
    const u32 source = ok ? from & 31 : lane;
    d[lane] = values[source];
    within |= u32{ok} << lane;
  };
  if (active == all_lanes) {
    for (unsigned lane = 0; lane < 32; ++lane) at(lane);
  } else {
    for_each_lane(active, at);
  }
  auto* p = lanes_at<u32>(context, in.op[1]);
  *p = (*p & ~active) | (within & active);
}

// The common case of a full warp: the same distance in every lane.
template <shuffle mode>
void shuffle_fast(lane_context& context, const instruction& in, u32 active) {
  const auto* distance = lanes_at<u32>(context, in.op[3]);
  const auto* control = lanes_at<u32>(context, in.op[4]);
  const u32 b = distance[0], expected_control = mode == shuffle::up ? 0 : 31;
  u32 differs = control[0] ^ expected_control;
  for (unsigned lane = 0; lane < 32; ++lane)
    differs |= (distance[lane] ^ b) | (control[lane] ^ expected_control);
  if (differs != 0 || active != all_lanes || b > 31)
    return shuffle_lanes<mode>(context, in, active);
  ++(*context.counters)[counter::shuffles];
  const auto* a = lanes_at<u32>(context, in.op[2]);
  auto* d = lanes_at<u32>(context, in.op[0]);
  auto* p = lanes_at<u32>(context, in.op[1]);
  // Lanes whose source is outside the warp keep their own value.
  alignas(32) u32 values[32];
  if constexpr (mode == shuffle::up) {
    std::memcpy(values, a, b * 4);
    std::memcpy(values + b, a, (32 - b) * 4);
  } else if constexpr (mode == shuffle::down) {
    std::memcpy(values, a + b, (32 - b) * 4);
    std::memcpy(values + 32 - b, a + 32 - b, b * 4);
  } else {
    for (unsigned lane = 0; lane < 32; ++lane) values[lane] = a[lane ^ b];
  }
  std::memcpy(d, values, sizeof values);
  *p = mode == shuffle::up ? all_lanes << b : mode == shuffle::down ? all_lanes >> b : all_lanes;
}

bool decode_shuffle(decoder& d, instruction& out) {
  if (d.has("up"))
    out.execute = shuffle_fast<shuffle::up>;
  else if (d.has("down"))
    out.execute = shuffle_fast<shuffle::down>;
  else if (d.has("bfly"))
    out.execute = shuffle_fast<shuffle::bfly>;
  else
    out.execute = shuffle_lanes<shuffle::idx>;
  const operand& to = d.at(0);
  const bool pair = to.what == operand::kind::pair;
  out.op[0] = d.destination(pair ? to.parts[0] : to, 0);
  out.op[1] = pair ? d.destination(to.parts[1], 0) : d.destination({}, 0);
  for (std::size_t i = 1; i <= 4; ++i) out.op[1 + i] = d.value(d.at(i), scalar_type::b32);
  return true;
}

enum class vote { all, any, uniform, ballot };

template <vote mode>
void vote_lanes(lane_context& context, const instruction& in, u32 active) {
  ++(*context.counters)[counter::votes];
  const u32 yes = (*lanes_at<u32>(context, in.op[1]) ^ static_cast<u32>(in.immediate)) & active;
  auto* d = lanes_at<u32>(context, in.op[0]);
  if constexpr (mode == vote::ballot) {
    for_each_lane(active, [&](unsigned lane) { d[lane] = yes; });
  } else {
    const bool holds = mode == vote::all   ? yes == active
                       : mode == vote::any ? yes != 0
                                           : yes == 0 || yes == active;
    *d = (*d & ~active) | (holds ? active : 0);
  }
}

bool decode_vote(decoder& d, instruction& out) {
  if (d.has("ballot"))
    out.execute = vote_lanes<vote::ballot>;
  else if (d.has("all"))
    out.execute = vote_lanes<vote::all>;
  else if (d.has("any"))
    out.execute = vote_lanes<vote::any>;
  else
    out.execute = vote_lanes<vote::uniform>;
  out.op[0] = d.destination(d.at(0), 0);
  out.op[1] = d.predicate(d.at(1));
  if (d.at(1).negated) out.immediate = ~std::int64_t{0};
  out.op[5] = d.value(d.at(2), scalar_type::b32);
  return true;
}

template <class T>
void match_any(lane_context& context, const instruction& in, u32 active) {
  ++(*context.counters)[counter::matches];
  const auto* a = lanes_at<T>(context, in.op[2]);
  u32 equal[32] = {};
  unsigned values = 0;
  for_each_lane(active, [&](unsigned lane) {
    for_each_lane(active,
                  [&](unsigned other) { equal[lane] |= u32{a[lane] == a[other]} << other; });
    values += unsigned{std::countr_zero(equal[lane]) == static_cast<int>(lane)};
  });
  if (context.timeline) context.timeline->match(values, sizeof(T) / sizeof(u32));
  auto* d = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) { d[lane] = equal[lane]; });
}

template <class T>
void match_all(lane_context& context, const instruction& in, u32 active) {
  ++(*context.counters)[counter::matches];
  const auto* a = lanes_at<T>(context, in.op[2]);
  const T first = a[std::countr_zero(active)];
  if (context.timeline) context.timeline->match(1, sizeof(T) / sizeof(u32));
  bool equal = true;
  for_each_lane(active, [&](unsigned lane) { equal = equal && a[lane] == first; });
  auto* d = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) { d[lane] = equal ? active : 0; });
  auto* p = lanes_at<u32>(context, in.op[1]);
  *p = (*p & ~active) | (equal ? active : 0);
}

bool decode_match(decoder& d, instruction& out) {
  const scalar_type type = d.type_from_end();
  const bool wide = size_of(type) == 8;
  if (d.has("any"))
    out.execute = wide ? match_any<u64> : match_any<u32>;
  else
    out.execute = wide ? match_all<u64> : match_all<u32>;
  const operand& to = d.at(0);
  const bool pair = to.what == operand::kind::pair;
  out.op[0] = d.destination(pair ? to.parts[0] : to, 0);
  out.op[1] = pair ? d.destination(to.parts[1], 0) : d.destination({}, 0);
  out.op[2] = d.value(d.at(1), type);
  out.op[5] = d.value(d.at(2), scalar_type::b32);
  return true;
}

void elect(lane_context& context, const instruction& in, u32 active) {
  const auto leader = static_cast<u32>(std::countr_zero(active));
  auto* d = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) { d[lane] = leader; });
  auto* p = lanes_at<u32>(context, in.op[1]);
  *p = (*p & ~active) | (1u << leader);
}

void read_active(lane_context& context, const instruction& in, u32 active) {
  auto* d = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) { d[lane] = active; });
}

}  // namespace

bool decode_collective(decoder& d, instruction& out) {
  out.instruction_class = counter::other_instructions;
  if (d.is("activemask")) {
    out.execute = read_active;
    out.op[0] = d.destination(d.at(0), 4);
    return true;
  }
  const bool known = d.is("shfl") || d.is("vote") || d.is("match") || d.is("elect");
  if (!known) return false;
  if (!d.has("sync")) d.unsupported("only the .sync form");
  out.control = flow::collective;
  if (d.is("shfl")) return decode_shuffle(d, out);
  if (d.is("vote")) return decode_vote(d, out);
  if (d.is("match")) return decode_match(d, out);
  out.execute = elect;
  const bool pair = d.at(0).what == operand::kind::pair;
  out.op[0] = d.destination(pair ? d.at(0).parts[0] : d.at(0), 0);
  out.op[1] = pair ? d.destination(d.at(0).parts[1], 0) : d.destination({}, 0);
  out.op[5] = d.value(d.at(1), scalar_type::b32);
  return true;
}

}  // namespace warpmark::simt
