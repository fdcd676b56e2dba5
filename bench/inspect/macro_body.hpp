#pragma once

#include <string_view>

#include "bench/inspect/source_tokens.hpp"

namespace warpmark::inspect {

/// Reads a macro from the text after "#define".
macro_definition macro_of(std::string_view text);

}  // namespace warpmark::inspect
