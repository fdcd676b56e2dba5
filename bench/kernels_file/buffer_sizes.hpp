#pragma once

#include <cstdint>

#include "base/value_type.hpp"
#include "bench/inspect/buffer_definition.hpp"
#include "bench/kernels_file/description.hpp"

namespace warpmark::kernels_file {

/// The element type of a template at a point. Throws usage_error.
inspect::value_type type_of(const template_text& text, const name_values& names);

/// Throws usage_error for more than inspect::max_buffer_bytes.
std::uint64_t bytes_of(const buffer_description& buffer, const name_values& names);

/// The buffer's definition with its initial contents, for `in` and `inout`.
inspect::buffer_definition definition_of(const buffer_description& buffer,
                                         const name_values& names);

}  // namespace warpmark::kernels_file
