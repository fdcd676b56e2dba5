#include "bench/inspect/argument.hpp"

#include <algorithm>
#include <cstring>

namespace warpmark::inspect {
namespace {

constexpr std::size_t tensor_map_alignment_bytes = 64;  // of CUtensorMap

std::size_t alignment_of(const argument& value) {
  if (const auto* scalar = std::get_if<scalar_value>(&value.value))
    return alignment_bytes(scalar->type);
  if (std::holds_alternative<tensor_map_argument>(value.value)) return tensor_map_alignment_bytes;
  if (!std::holds_alternative<structure_value>(value.value)) return sizeof(std::uint64_t);
  std::size_t max_alignment = 1;
  for (const auto& member : std::get<structure_value>(value.value).members)
    max_alignment = std::max(max_alignment, alignment_of(member));
  return max_alignment;
}

std::size_t round_up(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }

}  // namespace

std::vector<std::byte> bytes_of(const argument& value, const argument_encoder& encoder) {
  if (const auto* scalar = std::get_if<scalar_value>(&value.value)) return scalar->bytes;
  if (const auto* map = std::get_if<tensor_map_argument>(&value.value))
    return encoder.image_of(*map);
  std::vector<std::byte> result;
  const auto word = [&](std::uint64_t bits) {
    result.resize(sizeof bits);
    std::memcpy(result.data(), &bits, sizeof bits);
    return result;
  };
  if (const auto* reference = std::get_if<buffer_reference>(&value.value))
    return word(encoder.address_of(*reference));
  if (const auto* texture = std::get_if<texture_reference>(&value.value))
    return word(encoder.handle_of ? encoder.handle_of(*texture) : 0);
  for (const auto& member : std::get<structure_value>(value.value).members) {
    const auto bytes = bytes_of(member, encoder);
    result.resize(round_up(result.size(), alignment_of(member)));
    result.insert(result.end(), bytes.begin(), bytes.end());
  }
  result.resize(round_up(result.size(), alignment_of(value)));
  return result;
}

void for_each_reference(const argument& value,
                        const std::function<void(const buffer_reference&)>& visit) {
  if (const auto* reference = std::get_if<buffer_reference>(&value.value)) visit(*reference);
  if (const auto* texture = std::get_if<texture_reference>(&value.value))
    visit({.name = texture->buffer});
  if (const auto* structure = std::get_if<structure_value>(&value.value))
    for (const auto& member : structure->members) for_each_reference(member, visit);
  if (const auto* map = std::get_if<tensor_map_argument>(&value.value)) visit(map->tensor);
}

void for_each_tensor_map(const argument& value,
                         const std::function<void(const tensor_map_argument&)>& visit) {
  if (const auto* map = std::get_if<tensor_map_argument>(&value.value)) visit(*map);
  if (const auto* structure = std::get_if<structure_value>(&value.value))
    for (const auto& member : structure->members) for_each_tensor_map(member, visit);
}

void for_each_texture(const argument& value,
                      const std::function<void(const texture_reference&)>& visit) {
  if (const auto* texture = std::get_if<texture_reference>(&value.value)) visit(*texture);
  if (const auto* structure = std::get_if<structure_value>(&value.value))
    for (const auto& member : structure->members) for_each_texture(member, visit);
}

}  // namespace warpmark::inspect
