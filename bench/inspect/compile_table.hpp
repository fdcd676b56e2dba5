#pragma once

#include <filesystem>

#include "bench/inspect/specification.hpp"
#include "bench/inspect/toml_reader.hpp"

namespace warpmark::inspect {

/// The settings of a table [compile]; relative folders lie in `folder`. Throws usage_error. The
/// caller looks for keys that nobody asked for.
compile_settings read_compile_settings(toml_reader& from, const std::filesystem::path& folder);

}  // namespace warpmark::inspect
