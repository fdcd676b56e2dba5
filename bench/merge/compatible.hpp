#pragma once

#include <optional>
#include <string>

#include "bench/merge/merged_part.hpp"

namespace warpmark::journal {

/// Why the measurements of two runs do not compare: another program, commit, backend, seed,
/// contract, compiler, kernels, or another driver of one kind of card. "tool.commit is \"b2c\", not
/// \"a1f\"" says that `part` has b2c; nothing: they compare.
std::optional<std::string> difference(const merged_part& part, const merged_part& from);

}  // namespace warpmark::journal
