#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/value_type.hpp"
#include "bench/inspect/buffer_definition.hpp"
#include "bench/inspect/texture_argument.hpp"

namespace warpmark::inspect {

/// A value passed by copy.
struct scalar_value {
  value_type type;
  std::vector<std::byte> bytes;
};

/// The address of a buffer, plus an offset; an empty name is the null pointer.
struct buffer_reference {
  std::string name;
  std::uint64_t offset_bytes = 0;
  std::uint64_t first_element = 0;  ///< Added to the byte offset.
};

struct argument;

/// A structure passed by copy, with the layout of C.
struct structure_value {
  std::vector<argument> members;
};

/// One kernel argument.
struct argument {
  std::variant<scalar_value, buffer_reference, structure_value, texture_reference> value;
};

/// The meaning of an argument's text: the argument, and the buffer that the text defines, if any.
struct parsed_argument {
  argument value;
  std::vector<buffer_definition> defined = {};  ///< At most one.
};

/// Reads
///   [NAME:]TYPE[COUNT]=INIT   a buffer, passed by its address; without a NAME it gets `unnamed`
///   TYPE=VALUE                a scalar; TYPEx4={V,V,V,V} a vector
///   {ARG,ARG,…}               a structure of scalars, addresses and structures
///   @NAME, @NAME+BYTES, @NAME[ELEMENT], null  an address
///   texture(@NAME, OPTION, …), surface(@NAME, …)  the handle of an object over a buffer
/// Throws usage_error "argument 'TEXT': " with the invalid part and the expected form.
parsed_argument parse_argument(std::string_view text, const std::string& unnamed);

/// Reads a definition "NAME:TYPE[COUNT]=INIT".
buffer_definition parse_buffer_definition(std::string_view text, const std::string& unnamed);

/// The bytes that are passed to a kernel. `address_of` returns a buffer's address, `handle_of` the
/// handle of a texture or surface object.
std::vector<std::byte> bytes_of(
    const argument& value, const std::function<std::uint64_t(const buffer_reference&)>& address_of,
    const std::function<std::uint64_t(const texture_reference&)>& handle_of = {});

/// Calls `visit` for every texture and surface object of the argument.
void for_each_texture(const argument& value,
                      const std::function<void(const texture_reference&)>& visit);

/// Calls `visit` for every buffer that the argument names.
void for_each_reference(const argument& value,
                        const std::function<void(const buffer_reference&)>& visit);

}  // namespace warpmark::inspect
