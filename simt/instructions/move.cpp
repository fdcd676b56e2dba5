#include <algorithm>
#include <array>
#include <cstring>

#include "simt/instructions/arithmetic.hpp"
#include "simt/instructions/lanes.hpp"

// mov in all its forms: copies, packing, unpacking, clocks.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <class T>
struct same {
  static T apply(T a) { return a; }
};

// Packing and unpacking: bytes of several slots to one slot, or back. `immediate` is the size of
// one part.
void pack(lane_context& context, const instruction& in, u32 active) {
  const auto part = static_cast<unsigned>(in.immediate), parts = in.target;
  const unsigned whole = part * parts == 8 ? 8 : 4;
  for_each_lane(active, [&](unsigned lane) {
    u64 bits = 0;
    for (unsigned i = 0; i < parts; ++i) {
      u64 value = *lanes_at<u32>(context, in.op[1 + i] + 4 * lane);
      if (part < 4) value &= (u64{1} << (8 * part)) - 1;
      bits |= value << (8 * part * i);
    }
    std::memcpy(context.registers + in.op[0] + whole * lane, &bits, whole);
  });
}

void unpack(lane_context& context, const instruction& in, u32 active) {
  const auto part = static_cast<unsigned>(in.immediate), parts = in.target;
  const unsigned whole = part * parts == 8 ? 8 : 4;
  for_each_lane(active, [&](unsigned lane) {
    u64 bits = 0;
    std::memcpy(&bits, context.registers + in.op[0] + whole * lane, whole);
    for (unsigned i = 0; i < parts; ++i) {
      u64 value = bits >> (8 * part * i);
      if (part < 4) value &= (u64{1} << (8 * part)) - 1;
      *lanes_at<u32>(context, in.op[1 + i] + 4 * lane) = static_cast<u32>(value);
    }
  });
}

// The common cases, with fixed sizes that the compiler can vectorise.
void pack_halves(lane_context& context, const instruction& in, u32 active) {
  auto* d = lanes_at<u64>(context, in.op[0]);
  const auto* low = lanes_at<u32>(context, in.op[1]);
  const auto* high = lanes_at<u32>(context, in.op[2]);
  for_each_lane(active, [&](unsigned lane) { d[lane] = (u64{high[lane]} << 32) | low[lane]; });
}

bool decode_packing(decoder& d, instruction& out, scalar_type type, bool packs) {
  const operand& list = d.at(packs ? 1 : 0);
  const operand& whole = d.at(packs ? 0 : 1);
  const auto parts = static_cast<unsigned>(list.parts.size());
  if (parts != 2 && parts != 4) d.unsupported();
  out.target = parts;
  out.immediate = size_of(type) / parts;
  out.execute = packs ? (parts == 2 && size_of(type) == 8 ? pack_halves : pack) : unpack;
  out.op[0] = packs ? d.destination(whole, size_of(type) == 8 ? 8 : 4) : d.value(whole, type);
  const scalar_type part_type = scalar_type::b32;
  for (unsigned i = 0; i < parts; ++i)
    out.op[1 + i] = packs ? d.value(list.parts[i], part_type) : d.destination(list.parts[i], 0);
  return true;
}

// 128 bits: op[0] and op[1] are the halves of the result, op[2] and op[3] those of the source. Two
// 64-bit parts are halves, too.
void move_halves(lane_context& context, const instruction& in, u32 active) {
  for (unsigned half = 0; half < 2; ++half) {
    auto* d = lanes_at<u64>(context, in.op[half]);
    const auto* a = lanes_at<u64>(context, in.op[2 + half]);
    for_each_lane(active, [&](unsigned lane) { d[lane] = a[lane]; });
  }
}

// Four parts of 32 bits, in op[2 … 5], to or from 128 bits.
void pack_quarters(lane_context& context, const instruction& in, u32 active) {
  for (unsigned half = 0; half < 2; ++half) {
    auto* d = lanes_at<u64>(context, in.op[half]);
    const auto* low = lanes_at<u32>(context, in.op[2 + 2 * half]);
    const auto* high = lanes_at<u32>(context, in.op[3 + 2 * half]);
    for_each_lane(active, [&](unsigned lane) { d[lane] = (u64{high[lane]} << 32) | low[lane]; });
  }
}

void unpack_quarters(lane_context& context, const instruction& in, u32 active) {
  for (unsigned half = 0; half < 2; ++half) {
    const auto* a = lanes_at<u64>(context, in.op[half]);
    auto* low = lanes_at<u32>(context, in.op[2 + 2 * half]);
    auto* high = lanes_at<u32>(context, in.op[3 + 2 * half]);
    for_each_lane(active, [&](unsigned lane) {
      low[lane] = static_cast<u32>(a[lane]);
      high[lane] = static_cast<u32>(a[lane] >> 32);
    });
  }
}

bool decode_wide_move(decoder& d, instruction& out) {
  const bool packs = d.at(1).what == operand::kind::list;
  const bool unpacks = d.at(0).what == operand::kind::list;
  if (packs && unpacks) d.unsupported();
  const auto halves = [](u32 low) { return std::array{low, low + high_half_offset}; };
  const auto to = unpacks ? std::array<u32, 2>{} : halves(d.destination(d.at(0), 16));
  const auto from = packs ? std::array<u32, 2>{} : halves(d.value(d.at(1), scalar_type::b128));
  out.op = {to[0], to[1], from[0], from[1]};
  out.execute = move_halves;
  if (!packs && !unpacks) return true;
  const std::vector<operand>& parts = d.at(packs ? 1 : 0).parts;
  if (parts.size() != 2 && parts.size() != 4) d.unsupported();
  const scalar_type type = parts.size() == 2 ? scalar_type::b64 : scalar_type::b32;
  std::vector<u32> slots;
  for (const operand& part : parts)
    slots.push_back(
        packs ? d.value(part, type)
              : d.destination(part, part.what == operand::kind::sink ? 0 : register_bytes(type)));
  if (parts.size() == 4) {
    out.execute = packs ? pack_quarters : unpack_quarters;
    if (unpacks) out.op = {from[0], from[1]};
    std::copy(slots.begin(), slots.end(), out.op.begin() + 2);
  } else {
    std::copy(slots.begin(), slots.end(), out.op.begin() + (packs ? 2 : 0));
  }
  return true;
}

void read_clock(lane_context& context, const instruction& in, u32 active) {
  ++context.clock_reads;  // A warp that reads the clock is not stuck.
  const u64 now = context.clock_at(in.site);
  for_each_lane(active, [&](unsigned lane) {
    if (in.immediate == 8)
      lanes_at<u64>(context, in.op[0])[lane] = now;
    else
      lanes_at<u32>(context, in.op[0])[lane] = static_cast<u32>(now >> in.op[1]);
  });
}

}  // namespace

bool decode_move(decoder& d, instruction& out) {
  if (d.has("b128")) return decode_wide_move(d, out);
  const scalar_type type = d.type_from_end();
  if (type == scalar_type::pred) return false;
  const bool wide = size_of(type) == 8;
  if (d.at(0).what == operand::kind::list) return decode_packing(d, out, type, false);
  if (d.at(1).what == operand::kind::list) return decode_packing(d, out, type, true);
  const std::string& name = d.at(1).name;
  if (d.at(1).what == operand::kind::special &&
      (name.starts_with("%clock") || name.starts_with("%globaltimer"))) {
    out.execute = read_clock;
    out.immediate = wide ? 8 : 4;
    out.op[1] = name.ends_with("_hi") ? 32 : 0;
    out.op[0] = d.destination(d.at(0), wide ? 8 : 4);
    return true;
  }
  out.execute = wide ? unary<same<u64>, u64, u64> : unary<same<u32>, u32, u32>;
  out.op[0] = d.destination(d.at(0), wide ? 8 : 4);
  out.op[1] = d.value(d.at(1), type);
  // The address of a parameter is used only to access its parts: generic forms go through cvta.
  return true;
}

}  // namespace warpmark::simt
