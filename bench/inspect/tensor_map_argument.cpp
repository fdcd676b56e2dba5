#include "bench/inspect/tensor_map_argument.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/number.hpp"
#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark::inspect {
namespace {

using numbers = std::vector<std::uint64_t>;

constexpr const char* map_example = "e.g. tensor_map(@a, box=64x64, swizzle=128)";

// "64x64"
numbers parse_dimensions(std::string_view key, std::string_view text) {
  numbers result;
  for (std::string_view rest = text;;) {
    const auto end = rest.find('x');
    const auto value = parse_whole(rest.substr(0, end));
    if (!value || value->negative)
      throw usage_error(fmt::format("{} '{}': expected whole numbers with x between them, {}", key,
                                    text, map_example));
    result.push_back(value->magnitude);
    if (end == std::string_view::npos) return result;
    rest.remove_prefix(end + 1);
  }
}

std::uint32_t parse_swizzle(std::string_view text) {
  constexpr std::pair<std::string_view, std::uint32_t> spans[] = {
      {"none", 0}, {"32", 32}, {"64", 64}, {"128", 128}};
  for (const auto& [name, bytes] : spans)
    if (name == text) return bytes;
  throw usage_error(fmt::format("swizzle '{}': expected none, 32, 64 or 128 (bytes)", text));
}

bool parse_fill(std::string_view text) {
  if (text != "zeros" && text != "nan")
    throw usage_error(fmt::format("fill '{}': expected zeros or nan", text));
  return text == "nan";
}

void read_setting(std::string_view text, tensor_map_argument& to) {
  const auto equals = text.find('=');
  const std::string key(text.substr(0, equals));
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view{} : text.substr(equals + 1);
  if (key == "box")
    to.box = parse_dimensions(key, value);
  else if (key == "shape")
    to.shape = parse_dimensions(key, value);
  else if (key == "strides")
    to.strides = parse_dimensions(key, value);
  else if (key == "element_strides")
    to.element_strides = parse_dimensions(key, value);
  else if (key == "swizzle")
    to.swizzle_bytes = parse_swizzle(value);
  else if (key == "fill")
    to.fills_nan = parse_fill(value);
  else
    throw usage_error(fmt::format(
        "'{}'{}", key,
        did_you_mean(key, {"box", "shape", "strides", "element_strides", "swizzle", "fill"})));
}

tensor_element element_of(const buffer_definition& buffer) {
  if (buffer.type.lanes != 1)
    throw usage_error(fmt::format("the buffer has elements of type {}: expected a scalar type",
                                  name(buffer.type)));
  switch (buffer.type.kind) {
    case value_kind::i8:
    case value_kind::u8:
      return tensor_element::u8;
    case value_kind::i16:
    case value_kind::u16:
      return tensor_element::u16;
    case value_kind::i32:
      return tensor_element::s32;
    case value_kind::u32:
      return tensor_element::u32;
    case value_kind::i64:
      return tensor_element::s64;
    case value_kind::u64:
      return tensor_element::u64;
    case value_kind::f16:
      return tensor_element::f16;
    case value_kind::bf16:
      return tensor_element::bf16;
    case value_kind::f32:
      return tensor_element::f32;
    default:
      return tensor_element::f64;
  }
}

void require_count(const char* key, const numbers& given, std::size_t expected) {
  if (given.size() != expected)
    throw usage_error(fmt::format("{} has {} numbers: expected {}, as the tensor has {} dimensions",
                                  key, given.size(), expected,
                                  key == std::string_view("strides") ? expected + 1 : expected));
}

// Strides of dense rows, in bytes, outermost first; without that of the innermost dimension.
numbers dense_strides(const numbers& shape, std::uint64_t element_bytes) {
  numbers result(shape.size() - 1);
  std::uint64_t bytes = element_bytes;
  for (std::size_t i = shape.size() - 1; i > 0; --i) result[i - 1] = bytes *= shape[i];
  return result;
}

// Limits to 32 bits what a later check refuses anyway.
std::uint32_t narrowed(std::uint64_t value) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, 0xffff'ffff));
}

}  // namespace

tensor_map_argument parse_tensor_map(buffer_reference tensor,
                                     std::span<const std::string_view> settings) {
  tensor_map_argument result;
  result.tensor = std::move(tensor);
  for (const std::string_view setting : settings) read_setting(setting, result);
  if (result.box.empty()) throw usage_error(fmt::format("no box; expected {}", map_example));
  return result;
}

tensor_map map_of(const tensor_map_argument& argument, const buffer_definition& buffer,
                  std::uint64_t address) {
  tensor_map map{.element = element_of(buffer),
                 .swizzle_bytes = argument.swizzle_bytes,
                 .fills_nan = argument.fills_nan};
  const numbers& shape = argument.shape.empty() ? buffer.shape : argument.shape;
  const std::size_t rank = shape.size();
  map.rank = narrowed(rank);
  if (rank > tensor_map::max_rank)
    throw usage_error(fmt::format("tensor map: {} dimensions: expected 1 to 5", rank));
  // A part of the buffer has its rows.
  const bool has_rows = rank == buffer.shape.size();
  const numbers strides =
      !argument.strides.empty() || rank == 1
          ? argument.strides
          : dense_strides(has_rows ? buffer.shape : shape, size_bytes(map.element));
  require_count("box", argument.box, rank);
  require_count("strides", strides, rank - 1);
  if (!argument.element_strides.empty())
    require_count("element_strides", argument.element_strides, rank);
  for (std::size_t i = 0; i < rank; ++i) {
    const std::size_t written = rank - 1 - i;
    map.extents[i] = shape[written];
    map.box[i] = narrowed(argument.box[written]);
    if (!argument.element_strides.empty())
      map.element_strides[i] = narrowed(argument.element_strides[written]);
    if (i != 0) map.stride_bytes[i - 1] = strides[written];
  }
  const std::uint64_t offset =
      argument.tensor.offset_bytes + argument.tensor.first_element * size_bytes(buffer.type);
  map.address = address + offset;
  check(map);
  check_address(map);
  if (offset > buffer.bytes() || map.span_bytes() > buffer.bytes() - offset)
    throw usage_error(
        fmt::format("the tensor ends {} bytes after the begin of buffer {}, which has {} bytes",
                    offset + map.span_bytes(), buffer.name, buffer.bytes()));
  return map;
}

}  // namespace warpmark::inspect
