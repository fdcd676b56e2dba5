#pragma once

#include <filesystem>

#include "base/toml_reader.hpp"
#include "bench/inspect/specification.hpp"

namespace warpmark::inspect {

/// The keys of a table [compile].
const key_list& compile_keys();

/// The settings of a table [compile]; relative folders start at `folder`. Throws usage_error.
compile_settings read_compile_settings(toml_reader& from, const std::filesystem::path& folder);

}  // namespace warpmark::inspect
