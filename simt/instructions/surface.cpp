#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/instructions/bulk_reduction.hpp"
#include "simt/instructions/texture_operands.hpp"
#include "simt/memory/access_watch.hpp"

// suld.b, sust.b and sured.b: bytes of a surface; the first coordinate counts bytes.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// What an access outside the surface does.
enum class outside : u32 { trap, clamp, zero };

// The fields of `immediate`.
struct surface_form {
  texture_geometry geometry;
  outside beyond = outside::trap;
  unsigned value_bytes = 4;
  u32 reduction = 0;  // See bulk_reduction().

  std::int64_t pack() const {
    return static_cast<std::int64_t>(geometry.dimensions | u32{geometry.layered} << 2 |
                                     static_cast<u32>(beyond) << 4 | value_bytes << 8 |
                                     reduction << 16);
  }
  static surface_form unpack(std::int64_t bits) {
    const auto b = static_cast<u32>(bits);
    return {{b & 3, ((b >> 2) & 1) != 0, false},
            static_cast<outside>((b >> 4) & 3),
            (b >> 8) & 255,
            b >> 16};
  }
};

// The coordinates of one lane: x in bytes, y, z; the layer in place of the dimension after the
// last.
struct surface_point {
  std::int64_t x = 0, y = 0, slice = 0;
};

// Moves a coordinate into [0, extent). False if it was outside.
bool bring_inside(std::int64_t& at, std::int64_t extent) {
  const std::int64_t given = at;
  at = std::clamp<std::int64_t>(at, 0, std::max<std::int64_t>(0, extent - 1));
  return at == given;
}

surface_point surface_point_of(lane_context& context, const instruction& in,
                               const surface_form& form, unsigned lane) {
  std::int64_t values[4] = {};
  const auto& slots = context.program->operand_lists[in.op[1]];
  for (std::size_t i = 0; i < slots.size(); ++i)
    values[i] = static_cast<std::int32_t>(lanes_at<u32>(context, slots[i])[lane]);
  if (!form.geometry.layered) return {values[0], values[1], values[2]};
  return {values[1], form.geometry.dimensions == 2 ? values[2] : 0, values[0]};
}

[[noreturn]] void fail_outside(const lane_context& context, const instruction& in, unsigned lane,
                               const surface_point& at, const texture_description& surface,
                               unsigned bytes) {
  throw device_error(fmt::format(
      "simt: kernel {}: {} bytes of a surface at byte {} of row {}, slice {}, outside its {} bytes "
      "x {} rows x {} slices: {}",
      context.program->name, bytes, at.x, at.y, at.slice, surface.row_bytes(), surface.height,
      surface.slices(), texture_place(context, in, lane)));
}

// The addresses of the lanes that access memory. Coordinates outside trap, are moved to the border,
// or leave the lane out.
access place_surface(lane_context& context, const instruction& in, u32 active,
                     const surface_form& form) {
  access access;
  access.size = form.value_bytes;
  for_each_lane(active, [&](unsigned lane) {
    const texture_description& surface = object_of(context, in, lane, form.geometry, true);
    surface_point at = surface_point_of(context, in, form, lane);
    const surface_point given = at;
    const auto row = static_cast<std::int64_t>(surface.row_bytes());
    bool inside = given.x >= 0 && given.x + form.value_bytes <= row;
    if (!inside) at.x = given.x < 0 ? 0 : std::max<std::int64_t>(0, row - form.value_bytes);
    inside = bring_inside(at.y, surface.height) && inside;
    inside = bring_inside(at.slice, static_cast<std::int64_t>(surface.slices())) && inside;
    if (!inside && form.beyond == outside::trap)
      fail_outside(context, in, lane, given, surface, form.value_bytes);
    if (!inside && form.beyond == outside::zero) return;
    access.active |= 1u << lane;
    access.address[lane] = surface.address + static_cast<u64>(at.slice) * surface.slice_bytes() +
                           static_cast<u64>(at.y) * surface.row_bytes() + static_cast<u64>(at.x);
  });
  return access;
}

void count_surface(lane_context& context, const access& access, counter requests, counter sectors) {
  (*context.counters)[requests] += 1;
  (*context.counters)[sectors] += count_sectors(access.address, access.active);
}

// A value of one lane among the parts of a vector.
std::byte* value_bytes(lane_context& context, u32 slot, unsigned size, unsigned lane) {
  return context.registers + slot + (size == 8 ? 8 : 4) * lane;
}

void load_surface(lane_context& context, const instruction& in, u32 active) {
  const surface_form form = surface_form::unpack(in.immediate);
  const auto& slots = context.program->operand_lists[in.op[0]];
  const auto part = static_cast<unsigned>(form.value_bytes / slots.size());
  access access = place_surface(context, in, active, form);
  access.kind = access_kind::load;
  count_surface(context, access, counter::surface_load_requests, counter::surface_load_sectors);
  lane_pointers pointers;
  const u32 good = resolve_texels(context, in, access, pointers);
  for_each_lane(active, [&](unsigned lane) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      std::byte* to = value_bytes(context, slots[i], part, lane);
      std::memset(to, 0, part == 8 ? 8 : 4);
      if ((good >> lane) & 1) std::memcpy(to, pointers[lane] + i * part, part);
    }
  });
}

void store_surface(lane_context& context, const instruction& in, u32 active) {
  const surface_form form = surface_form::unpack(in.immediate);
  const auto& slots = context.program->operand_lists[in.op[0]];
  const auto part = static_cast<unsigned>(form.value_bytes / slots.size());
  access access = place_surface(context, in, active, form);
  access.kind = access_kind::store;
  count_surface(context, access, counter::surface_store_requests, counter::surface_store_sectors);
  context.polls = 0;
  ++context.changes;
  lane_pointers pointers;
  const u32 good = resolve_texels(context, in, access, pointers);
  const u32 contested = context.watch ? context.watch->contested() : 0;
  for_each_lane(good, [&](unsigned lane) {
    bool changes = false;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const std::byte* value = value_bytes(context, slots[i], part, lane);
      std::byte* const to = pointers[lane] + i * part;
      changes = changes || (((contested >> lane) & 1) && std::memcmp(to, value, part) != 0);
      std::memcpy(to, value, part);
    }
    if (changes) context.watch->confirm(context, in, access, lane);
  });
}

void reduce_surface(lane_context& context, const instruction& in, u32 active) {
  const surface_form form = surface_form::unpack(in.immediate);
  const u32 slot = context.program->operand_lists[in.op[0]][0];
  access access = place_surface(context, in, active, form);
  access.kind = access_kind::atomic;
  count_surface(context, access, counter::surface_atomic_requests, counter::surface_atomic_sectors);
  context.polls = 0;
  ++context.changes;
  lane_pointers pointers;
  const u32 good = resolve_texels(context, in, access, pointers);
  for_each_lane(good, [&](unsigned lane) {
    bulk_reduction(form.reduction)(
        pointers[lane], value_bytes(context, slot, form.value_bytes, lane), form.value_bytes);
  });
}

void decode_surface_values(decoder& d, instruction& out, const operand& values, bool load) {
  const scalar_type type = d.type_from_end();
  std::vector<operand> parts =
      values.what == operand::kind::list ? values.parts : std::vector<operand>{values};
  std::vector<u32> slots;
  for (const operand& part : parts)
    slots.push_back(
        load ? d.destination(part, part.what == operand::kind::sink ? 0 : register_bytes(type))
             : d.value(part, type));
  out.op[0] = d.operand_list(std::move(slots));
}

}  // namespace

bool decode_surface(decoder& d, instruction& out) {
  const bool loads = d.is("suld"), reduces = d.is("sured");
  if (!loads && !reduces && !d.is("sust")) return false;
  out.instruction_class = counter::memory_instructions;
  surface_form form{.geometry = geometry_of(d)};
  if (form.geometry.dimensions == 0 || form.geometry.cube) return false;
  if (!d.has("b")) d.unsupported("only accesses to bytes (.b)");
  form.beyond = d.has("clamp") ? outside::clamp : d.has("zero") ? outside::zero : outside::trap;
  decode_surface_values(d, out, d.at(loads ? 0 : 1), loads);
  const std::size_t address = loads ? 1 : 0;
  decode_texel_address(d, out, d.at(address), form.geometry, scalar_type::s32);
  const operand& values = d.at(loads ? 0 : 1);
  const std::size_t parts = values.what == operand::kind::list ? values.parts.size() : 1;
  form.value_bytes = static_cast<unsigned>(parts * size_of(d.type_from_end()));
  if (form.value_bytes > 16 || (parts != 1 && parts != 2 && parts != 4)) d.unsupported();
  if (reduces) {
    form.reduction = find_bulk_reduction(d);
    d.order_blocks();
  }
  out.immediate = form.pack();
  out.execute = loads ? load_surface : reduces ? reduce_surface : store_surface;
  return true;
}

}  // namespace warpmark::simt
