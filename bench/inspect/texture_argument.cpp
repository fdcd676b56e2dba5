#include "bench/inspect/texture_argument.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark::inspect {
namespace {

// Rows of memory without an array begin at multiples of this on all cards.
constexpr std::uint64_t pitch_alignment = 32;

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// The index of a word among those that an option takes.
std::size_t choice(std::string_view option, std::string_view value,
                   const std::vector<std::string>& known) {
  const auto found = std::find(known.begin(), known.end(), value);
  if (found == known.end())
    throw usage_error(
        fmt::format("{}={}{}", option, value, did_you_mean(std::string(value), known)));
  return static_cast<std::size_t>(found - known.begin());
}

void set_option(texture_description& to, std::string_view option, std::string_view value) {
  const std::vector<std::string> known = {"filter", "address", "read", "memory"};
  switch (choice("option", option, known)) {
    case 0:
      to.linear_filter = choice(option, value, {"point", "linear"}) == 1;
      break;
    case 1:
      to.addressing = static_cast<texture_address>(
          choice(option, value, {"clamp", "border", "wrap", "mirror"}));
      break;
    case 2:
      to.normalized_read = choice(option, value, {"element", "normalized"}) == 1;
      break;
    default:
      to.memory = static_cast<texture_memory>(choice(option, value, {"array", "linear", "pitch"}));
  }
}

void set_flag(texture_reference& to, std::string_view flag, bool surface) {
  const std::vector<std::string> known =
      surface ? std::vector<std::string>{"layered"}
              : std::vector<std::string>{"normalized", "layered", "cube"};
  switch (const std::size_t which = choice("option", flag, known); surface ? which + 1 : which) {
    case 0:
      to.options.normalized_coordinates = true;
      break;
    case 1:
      to.layered = true;
      break;
    default:
      to.options.cube = true;
  }
}

std::optional<texel_format> format_of(value_kind kind) {
  constexpr std::array<std::pair<value_kind, texel_format>, 8> formats{{
      {value_kind::u8, texel_format::u8},
      {value_kind::i8, texel_format::s8},
      {value_kind::u16, texel_format::u16},
      {value_kind::i16, texel_format::s16},
      {value_kind::u32, texel_format::u32},
      {value_kind::i32, texel_format::s32},
      {value_kind::f16, texel_format::f16},
      {value_kind::f32, texel_format::f32},
  }};
  for (const auto& [from, to] : formats)
    if (from == kind) return to;
  return std::nullopt;
}

void set_shape(texture_description& to, const texture_reference& reference,
               const buffer_definition& buffer) {
  std::vector<std::uint64_t> shape = buffer.shape;
  if (std::any_of(shape.begin(), shape.end(), [](std::uint64_t extent) {
        return extent > std::numeric_limits<std::int32_t>::max();
      }))
    throw usage_error(fmt::format("@{}: an extent above 2^31 - 1", buffer.name));
  const bool has_layers = reference.layered || to.cube;
  if (has_layers) {
    if (shape.size() < 2)
      throw usage_error(
          fmt::format("@{}: layers and faces need a dimension of their own, the first one, e.g. "
                      "f32[6x64x64]",
                      buffer.name));
    to.layers = static_cast<std::uint32_t>(shape.front());
    shape.erase(shape.begin());
  }
  to.dimensions = static_cast<unsigned>(shape.size());
  if (to.dimensions > (has_layers ? 2u : 3u))
    throw usage_error(fmt::format("@{}: {} dimensions; expected at most {}", buffer.name,
                                  buffer.shape.size(), 3));
  const auto extent = [&](std::size_t from_end) {
    return from_end < shape.size() ? static_cast<std::uint32_t>(shape[shape.size() - 1 - from_end])
                                   : 1u;
  };
  to.width = extent(0), to.height = extent(1), to.depth = extent(2);
  if (to.cube && (to.dimensions != 2 || to.width != to.height || to.layers % 6 != 0))
    throw usage_error(
        fmt::format("@{}: a cube has 6 square faces, e.g. f32[6x64x64]", buffer.name));
}

void check_options(const texture_description& texture, const std::string& name) {
  if (texture.normalized_read && (is_floating(texture.format) || size_bytes(texture.format) > 2))
    throw usage_error(fmt::format("@{}: read=normalized is for integers of 8 and 16 bits", name));
  if (texture.linear_filter && !is_floating(texture.format) && !texture.normalized_read)
    throw usage_error(
        fmt::format("@{}: filter=linear needs floats, or integers with read=normalized", name));
  if (texture.cube && !texture.normalized_coordinates)
    throw usage_error(fmt::format("@{}: a cube needs normalized coordinates", name));
  if (texture.memory == texture_memory::array) return;
  const unsigned dimensions = texture.memory == texture_memory::linear ? 1 : 2;
  if (texture.dimensions != dimensions || texture.layers != 0)
    throw usage_error(fmt::format("@{}: memory={} needs {} dimension{} and no layers", name,
                                  dimensions == 1 ? "linear" : "pitch", dimensions,
                                  dimensions == 1 ? "" : "s"));
  if (dimensions == 1 && (texture.linear_filter || texture.normalized_coordinates))
    throw usage_error(
        fmt::format("@{}: memory=linear has neither a filter nor normalized coordinates", name));
  if (dimensions == 2 && texture.row_bytes() % pitch_alignment != 0)
    throw usage_error(
        fmt::format("@{}: rows of {} bytes; expected a multiple of {} for "
                    "memory=pitch",
                    name, texture.row_bytes(), pitch_alignment));
}

}  // namespace

texture_reference parse_texture(bool surface, const std::vector<std::string_view>& words) {
  const std::string_view buffer = words.front();
  texture_reference result;
  result.options.surface = surface;
  if (!buffer.starts_with('@') || !is_name(buffer.substr(1)))
    throw usage_error(
        fmt::format("'{}': expected the name of a buffer, e.g. texture(@image, filter=linear) or "
                    "surface(@image)",
                    buffer));
  result.buffer = buffer.substr(1);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    if (equals == std::string_view::npos || surface)
      set_flag(result, words[i], surface);
    else
      set_option(result.options, without_blanks(words[i].substr(0, equals)),
                 without_blanks(words[i].substr(equals + 1)));
  }
  return result;
}

texture_description describe(const texture_reference& reference, const buffer_definition& buffer,
                             std::uint64_t address) {
  texture_description result = reference.options;
  const auto format = format_of(buffer.type.kind);
  if (!format || buffer.type.lanes == 3)
    throw usage_error(
        fmt::format("@{}: no texture has texels of {}; expected 8-, 16- or 32-bit integers, f16 or "
                    "f32, or two or four of them, e.g. u8x4",
                    buffer.name, name(buffer.type)));
  result.address = address;
  result.format = *format;
  result.channels = buffer.type.lanes;
  set_shape(result, reference, buffer);
  check_options(result, buffer.name);
  return result;
}

}  // namespace warpmark::inspect
