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
#include "bench/inspect/buffer_reference.hpp"
#include "bench/inspect/tensor_map_argument.hpp"
#include "bench/inspect/texture_argument.hpp"

namespace warpmark::inspect {

/// A value passed by copy.
struct scalar_value {
  value_type type;
  std::vector<std::byte> bytes;
};

struct argument;

/// A structure passed by copy, with the layout of C.
struct structure_value {
  std::vector<argument> members;
};

/// One kernel argument.
struct argument {
  std::variant<scalar_value, buffer_reference, structure_value, tensor_map_argument,
               texture_reference>
      value;
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
///   tensor_map(@NAME, box=AxB, …)  a tensor map of 128 bytes: see tensor_map_argument
/// Throws usage_error "argument 'TEXT': " with the invalid part and the expected form.
parsed_argument parse_argument(std::string_view text, const std::string& unnamed);

/// Reads a definition "NAME:TYPE[COUNT]=INIT".
buffer_definition parse_buffer_definition(std::string_view text, const std::string& unnamed);

/// What an argument's bytes depend on.
struct argument_encoder {
  std::function<std::uint64_t(const buffer_reference&)> address_of;
  std::function<std::vector<std::byte>(const tensor_map_argument&)> image_of = {};
  /// The handle of a texture or surface object.
  std::function<std::uint64_t(const texture_reference&)> handle_of = {};
};

/// The bytes that are passed to a kernel.
std::vector<std::byte> bytes_of(const argument& value, const argument_encoder& encoder);

/// Calls `visit` for every texture and surface object of the argument.
void for_each_texture(const argument& value,
                      const std::function<void(const texture_reference&)>& visit);

/// Calls `visit` for every buffer that the argument names.
void for_each_reference(const argument& value,
                        const std::function<void(const buffer_reference&)>& visit);

/// Calls `visit` for every tensor map in the argument.
void for_each_tensor_map(const argument& value,
                         const std::function<void(const tensor_map_argument&)>& visit);

}  // namespace warpmark::inspect
