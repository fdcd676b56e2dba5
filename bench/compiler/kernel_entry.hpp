#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::compiler {

/// A compiled kernel as bytes, with a digest over them: what the cache keeps and what a compile
/// process answers.
std::string entry_text(const compiled_kernel& kernel);

/// The kernel that entry_text() wrote; none if a byte of it was lost or changed. `from_cache` is
/// set.
std::optional<compiled_kernel> parse_entry(std::string_view text);

}  // namespace warpmark::compiler
