#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "simt/instructions/texture_operands.hpp"
#include "simt/memory/texture_sampling.hpp"

// tex, tld4 and txq. Texture objects have one mip level, so that levels and gradients have no
// effect.

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// The fields of `immediate`.
struct texture_form {
  texture_geometry geometry;
  bool whole = false;     // Integer coordinates.
  bool as_float = false;  // Results are floats.
  int gathered = -1;      // tld4: the channel.

  std::int64_t pack() const {
    return static_cast<std::int64_t>(geometry.dimensions | u32{geometry.layered} << 2 |
                                     u32{geometry.cube} << 3 | u32{whole} << 4 |
                                     u32{as_float} << 5 | static_cast<u32>(gathered + 1) << 6);
  }
  static texture_form unpack(std::int64_t bits) {
    const auto b = static_cast<u32>(bits);
    return {{b & 3, ((b >> 2) & 1) != 0, ((b >> 3) & 1) != 0},
            ((b >> 4) & 1) != 0,
            ((b >> 5) & 1) != 0,
            static_cast<int>(b >> 6) - 1};
  }
};

texture_point point_of(lane_context& context, const instruction& in, const texture_form& form,
                       unsigned lane) {
  const auto& slots = context.program->operand_lists[in.op[1]];
  texture_point point{.whole = form.whole};
  std::size_t next = 0;
  if (form.geometry.layered)
    point.layer = static_cast<std::int32_t>(lanes_at<u32>(context, slots[next++])[lane]);
  for (std::size_t i = 0; next < slots.size(); ++i, ++next) {
    const u32 bits = lanes_at<u32>(context, slots[next])[lane];
    point.at[i] = form.whole ? static_cast<double>(static_cast<std::int32_t>(bits))
                             : static_cast<double>(std::bit_cast<float>(bits));
  }
  return point;
}

// What the lanes of one instruction read.
struct texture_request {
  std::array<const texture_description*, 32> object{};
  std::array<texel_footprint, 32> footprint;
  std::array<std::array<double, 4>, 32> sum{};
  std::array<std::array<u32, 4>, 32> bits{};
};

// Absent channels are 0.
u32 result_bits(const texture_description& object, double value, bool as_float) {
  if (is_floating(object.format) || object.normalized_read || as_float)
    return std::bit_cast<u32>(static_cast<float>(value));
  return static_cast<u32>(static_cast<std::int64_t>(value));
}

void add_texel(const texture_request& request, unsigned lane, const std::byte* from, double weight,
               std::array<double, 4>& sum) {
  const texture_description& object = *request.object[lane];
  for (unsigned c = 0; c < object.channels; ++c) sum[c] += weight * texel_value(object, from, c);
}

// Reads the texels with number `corner` of all lanes. A single f32 keeps its bits.
void read_corner(lane_context& context, const instruction& in, u32 active, unsigned corner,
                 const texture_form& form, texture_request& request, std::vector<u64>& sectors) {
  // Lanes may have objects with texels of different sizes.
  for (u32 left = active; left != 0;) {
    const auto first = static_cast<unsigned>(std::countr_zero(left));
    access access;
    access.size = static_cast<unsigned>(request.object[first]->texel_bytes());
    for_each_lane(left, [&](unsigned lane) {
      const texture_description& object = *request.object[lane];
      if (object.texel_bytes() != access.size) return;
      left &= ~(1u << lane);
      const texel_footprint& footprint = request.footprint[lane];
      if (corner >= footprint.count || !footprint.texels[corner].present) return;
      access.active |= 1u << lane;
      access.address[lane] = object.address + footprint.texels[corner].offset;
      sectors.push_back(access.address[lane] / sector_bytes);
    });
    lane_pointers pointers;
    const u32 good = resolve_texels(context, in, access, pointers);
    for_each_lane(good, [&](unsigned lane) {
      const texture_description& object = *request.object[lane];
      const weighted_texel& texel = request.footprint[lane].texels[corner];
      if (form.gathered >= 0) {
        const auto channel = static_cast<unsigned>(form.gathered);
        const double value =
            channel < object.channels ? texel_value(object, pointers[lane], channel) : 0;
        request.bits[lane][corner] = result_bits(object, value, false);
      } else if (request.footprint[lane].count == 1) {
        for (unsigned c = 0; c < object.channels; ++c) {
          request.bits[lane][c] =
              result_bits(object, texel_value(object, pointers[lane], c), false);
          if (object.format == texel_format::f32)
            std::memcpy(&request.bits[lane][c], pointers[lane] + 4 * c, 4);
        }
      } else {
        add_texel(request, lane, pointers[lane], texel.weight, request.sum[lane]);
      }
    });
  }
}

void count_texture(lane_context& context, std::vector<u64>& sectors) {
  std::sort(sectors.begin(), sectors.end());
  const auto end = std::unique(sectors.begin(), sectors.end());
  counter_set& counters = *context.counters;
  counters[counter::texture_requests] += 1;
  counters[counter::texture_sectors] += static_cast<u64>(end - sectors.begin());
}

void finish_lane(const texture_form& form, texture_request& request, unsigned lane) {
  const texture_description& object = *request.object[lane];
  if (form.gathered >= 0) return;
  if (request.footprint[lane].count > 1)
    for (unsigned c = 0; c < object.channels; ++c)
      request.bits[lane][c] = result_bits(object, request.sum[lane][c], true);
}

void fetch(lane_context& context, const instruction& in, u32 active) {
  const texture_form form = texture_form::unpack(in.immediate);
  texture_request request;
  unsigned corners = 0;
  for_each_lane(active, [&](unsigned lane) {
    const texture_description& object = object_of(context, in, lane, form.geometry, false);
    request.object[lane] = &object;
    const texture_point point = point_of(context, in, form, lane);
    request.footprint[lane] =
        form.gathered >= 0 ? gathered_texels(object, point) : texels_at(object, point);
    corners = std::max(corners, request.footprint[lane].count);
  });
  std::vector<u64> sectors;
  for (unsigned corner = 0; corner < corners; ++corner)
    read_corner(context, in, active, corner, form, request, sectors);
  count_texture(context, sectors);
  const auto& values = context.program->operand_lists[in.op[0]];
  for_each_lane(active, [&](unsigned lane) {
    finish_lane(form, request, lane);
    for (std::size_t c = 0; c < values.size(); ++c)
      lanes_at<u32>(context, values[c])[lane] = request.bits[lane][c];
  });
}

enum class query : std::uint8_t { width, height, depth, array_size, levels };

template <bool surface>
void ask(lane_context& context, const instruction& in, u32 active) {
  auto* d = lanes_at<u32>(context, in.op[0]);
  for_each_lane(active, [&](unsigned lane) {
    const texture_description& object = object_of(context, in, lane, {}, surface);
    switch (static_cast<query>(in.immediate)) {
      case query::width:
        d[lane] = object.width;
        break;
      case query::height:
        d[lane] = object.dimensions < 2 ? 0 : object.height;
        break;
      case query::depth:
        d[lane] = object.dimensions < 3 ? 0 : object.depth;
        break;
      case query::array_size:
        d[lane] = object.layers;
        break;
      default:
        d[lane] = 1;
    }
  });
}

bool decode_query(decoder& d, instruction& out, bool surface) {
  constexpr const char* names[] = {"width", "height", "depth", "array_size", "num_mipmap_levels"};
  const auto* const found = std::find_if(std::begin(names), std::end(names),
                                         [&](const char* name) { return d.has(name); });
  if (found == std::end(names)) d.unsupported("this query");
  if (d.at(1).what != operand::kind::address || d.at(1).parts[0].what == operand::kind::variable)
    d.unsupported("a texture or surface by its name (.texref, .surfref); use texture objects");
  out.immediate = found - std::begin(names);
  out.op[0] = d.destination(d.at(0), 4);
  out.op[2] = d.value(d.at(1).parts[0], scalar_type::b64);
  out.execute = surface ? ask<true> : ask<false>;
  return true;
}

int gathered_channel(const decoder& d) {
  constexpr const char* names[] = {"r", "g", "b", "a"};
  for (int i = 0; i < 4; ++i)
    if (d.has(names[i])) return i;
  d.unsupported("no channel");
}

void decode_values(decoder& d, instruction& out, const operand& to) {
  if (to.what != operand::kind::list || to.parts.size() != 4)
    d.unsupported("expected four results of 32 bits");
  std::vector<u32> slots;
  for (const operand& part : to.parts)
    slots.push_back(d.destination(part, part.what == operand::kind::sink ? 0 : 4));
  out.op[0] = d.operand_list(std::move(slots));
}

}  // namespace

bool decode_texture(decoder& d, instruction& out) {
  const bool gathers = d.is("tld4");
  if (d.is("txq") || d.is("suq")) return decode_query(d, out, d.is("suq"));
  if (!d.is("tex") && !gathers) return false;
  out.instruction_class = counter::memory_instructions;
  texture_form form{.geometry = geometry_of(d)};
  if (form.geometry.dimensions == 0) return false;
  if (gathers && (form.geometry.dimensions != 2 || form.geometry.cube))
    d.unsupported("only 2D textures are gathered");
  const std::size_t extra = d.has("level") ? 1 : d.has("grad") ? 2 : 0;
  if (d.operands() != 2 + extra) d.unsupported("offsets and depth comparison");
  if (!d.has("v4") || size_of(d.type_from_end(1)) != 4)
    d.unsupported("expected four results of 32 bits");
  const scalar_type coordinates = d.type_from_end(0);
  form.whole = coordinates == scalar_type::s32;
  if (!form.whole && coordinates != scalar_type::f32) d.unsupported("coordinates of this type");
  if (gathers) form.gathered = gathered_channel(d);
  decode_values(d, out, d.at(0));
  decode_texel_address(d, out, d.at(1), form.geometry, coordinates);
  out.immediate = form.pack();
  out.execute = fetch;
  return true;
}

}  // namespace warpmark::simt
