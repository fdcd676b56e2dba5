#include "bench/kernels_file/buffer_sizes.hpp"

#include <fmt/format.h>

#include "base/toml_reader.hpp"
#include "base/usage_error.hpp"

namespace warpmark::kernels_file {

inspect::value_type type_of(const template_text& text, const name_values& names) {
  inspect::value_type type;
  inspect::in_place(text.where(), [&] {
    type = inspect::parse_value_type(text.rendered(names, spelling::as_named));
  });
  return type;
}

std::uint64_t bytes_of(const buffer_description& buffer, const name_values& names) {
  const std::uint64_t elements = buffer.length.count(names);
  const std::uint64_t size = size_bytes(type_of(buffer.type, names));
  if (elements > inspect::max_buffer_bytes / size)
    throw usage_error(fmt::format("{}: {} elements of {} bytes; a buffer has at most 2^40 bytes",
                                  buffer.length.where(), elements, size));
  return elements * size;
}

inspect::buffer_definition definition_of(const buffer_description& buffer,
                                         const name_values& names) {
  inspect::buffer_definition result;
  result.name = buffer.name;
  result.type = type_of(buffer.type, names);
  result.shape = {buffer.length.count(names)};
  if (buffer.init)
    inspect::in_place(buffer.init->where(), [&] {
      result.initial = inspect::parse_initial_values(
          result.type.kind, buffer.init->rendered(names, spelling::as_named));
    });
  return result;
}

}  // namespace warpmark::kernels_file
