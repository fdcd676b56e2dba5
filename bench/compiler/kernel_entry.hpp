#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::compiler {

/// A compiled kernel as bytes with a digest: the format of cache entries and of a compile process's
/// answers.
std::string entry_text(const compiled_kernel& kernel);

/// Reads what entry_text() wrote; empty if a byte was lost or changed. Sets `from_cache`.
std::optional<compiled_kernel> parse_entry(std::string_view text);

}  // namespace warpmark::compiler
