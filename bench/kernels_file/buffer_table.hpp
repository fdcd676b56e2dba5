#pragma once

#include <string>

#include "base/toml_reader.hpp"
#include "bench/kernels_file/description.hpp"

namespace warpmark::kernels_file {

/// The owner of buffers: a family's buffers are shared by its variants, a variant's are its working
/// memory.
enum class buffer_owner { family, variant };

/// The keys of such a table, whatever its role.
const inspect::key_list& buffer_keys();

/// A table [buffer.NAME] or [variant.X.buffer.NAME]. Throws usage_error.
buffer_description read_buffer(inspect::toml_reader& from, const std::string& name,
                               buffer_owner owner);

}  // namespace warpmark::kernels_file
