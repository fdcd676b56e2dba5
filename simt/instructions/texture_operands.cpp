#include "simt/instructions/texture_operands.hpp"

#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/execution/launch_state.hpp"
#include "simt/memory/texture_table.hpp"

namespace warpmark::simt {

texture_geometry geometry_of(const decoder& d) {
  if (d.has("1d")) return {1, false, false};
  if (d.has("2d")) return {2, false, false};
  if (d.has("3d")) return {3, false, false};
  if (d.has("a1d")) return {1, true, false};
  if (d.has("a2d")) return {2, true, false};
  if (d.has("cube")) return {2, false, true};
  if (d.has("acube")) return {2, true, true};
  return {};
}

void decode_texel_address(decoder& d, instruction& out, const operand& from,
                          const texture_geometry& geometry, scalar_type type) {
  if (from.what != operand::kind::address || from.parts.size() != 2 ||
      from.parts[1].what != operand::kind::list ||
      from.parts[1].parts.size() < geometry.coordinates())
    d.unsupported("expected [handle, {coordinates}]");
  if (from.parts[0].what == operand::kind::variable)
    d.unsupported("a texture or surface by its name (.texref, .surfref); use texture objects");
  out.op[2] = d.value(from.parts[0], scalar_type::b64);
  std::vector<std::uint32_t> slots;
  for (unsigned i = 0; i < geometry.coordinates(); ++i)
    slots.push_back(
        d.value(from.parts[1].parts[i], geometry.layered && i == 0 ? scalar_type::b32 : type));
  out.op[1] = d.operand_list(std::move(slots));
}

std::string texture_place(const lane_context& context, const instruction& in, unsigned lane) {
  return fmt::format("{}, at {}", who(context, lane), place_text(*context.program, in.site));
}

namespace {

std::string geometry_text(unsigned dimensions, bool layered, bool cube) {
  return fmt::format("{}{}", layered ? "layered " : "",
                     cube ? std::string("cube") : fmt::format("{}D", dimensions));
}

}  // namespace

const texture_description& object_of(lane_context& context, const instruction& in, unsigned lane,
                                     const texture_geometry& geometry, bool surface) {
  const std::uint64_t handle = lanes_at<std::uint64_t>(context, in.op[2])[lane];
  const texture_description* found =
      context.launch->textures ? context.launch->textures->find(handle) : nullptr;
  const char* noun = surface ? "surface" : "texture";
  if (!found)
    throw device_error(fmt::format("simt: kernel {}: {:#x} is no {} object: {}; pass {}(@buffer)",
                                   context.program->name, handle, noun,
                                   texture_place(context, in, lane), noun));
  // Layered surfaces hold cubes, too.
  const bool cube = surface ? geometry.cube : found->cube;
  const bool layered = found->layers != 0 && (!found->cube || surface || found->layers > 6);
  const bool fits = found->surface == surface &&
                    (geometry.dimensions == 0 ||
                     (found->dimensions == geometry.dimensions && cube == geometry.cube &&
                      (layered == geometry.layered || (cube && layered >= geometry.layered))));
  if (!fits)
    throw device_error(
        fmt::format("simt: kernel {}: the object is a {} {}, the instruction reads a {} {}: {}",
                    context.program->name, geometry_text(found->dimensions, layered, found->cube),
                    found->surface ? "surface" : "texture",
                    geometry_text(geometry.dimensions, geometry.layered, geometry.cube), noun,
                    texture_place(context, in, lane)));
  return *found;
}

std::uint32_t resolve_texels(lane_context& context, const instruction& in, access& access,
                             lane_pointers& pointers) {
  access.space = state_space::global;
  access.of_texture = true;
  return access.active == 0 ? 0 : resolve(context, in, access, pointers);
}

}  // namespace warpmark::simt
