#pragma once

#include <string>
#include <vector>

#include "base/texture_description.hpp"
#include "simt/execution/kernel_program.hpp"
#include "simt/instructions/decoder.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/memory_access.hpp"

// What instructions on textures and on surfaces have in common. op[0] is the list of values, op[1]
// that of coordinates, op[2] the slot of the handle.

namespace warpmark::simt {

/// The geometry that an instruction names.
struct texture_geometry {
  unsigned dimensions = 0;  ///< 0: the instruction names none that is supported.
  bool layered = false, cube = false;
  unsigned coordinates() const { return (cube ? 3 : dimensions) + (layered ? 1 : 0); }
};

/// "1d", "a2d", "cube", … among the modifiers.
texture_geometry geometry_of(const decoder& d);

/// Decodes "[handle, {coordinates}]": op[1] and op[2]. `type`: of the coordinates after the layer.
void decode_texel_address(decoder& d, instruction& out, const operand& from,
                          const texture_geometry& geometry, scalar_type type);

/// The object of a lane's handle. Throws device_error if there is none, or if it is not a surface
/// (texture) of that geometry.
const texture_description& object_of(lane_context& context, const instruction& in, unsigned lane,
                                     const texture_geometry& geometry, bool surface);

/// "block …, thread …, at k.cu:12": for messages.
std::string texture_place(const lane_context& context, const instruction& in, unsigned lane);

/// Accesses one texel, or a part of one, per lane: finds the memory of the lanes and applies the
/// checks of global memory, without counting a request.
std::uint32_t resolve_texels(lane_context& context, const instruction& in, access& access,
                             lane_pointers& pointers);

}  // namespace warpmark::simt
