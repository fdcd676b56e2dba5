#pragma once

#include <istream>
#include <string>

#include "bench/core/selection.hpp"

namespace warpmark {

/// Reads one point of the registry per line, written as its key:
/// "reduce/strided[type=i32,n=1024][block=256]". Axes that are left out have their base value.
/// Empty lines and text after a '#' are ignored. Points of one problem are grouped, as in a sweep;
/// otherwise the order is that of the lines.
///
/// `name` is the file's name, for messages. Throws usage_error with the line for invalid points,
/// points excluded by a constraint and duplicates, and if there is no point at all.
sweep read_points(const registry& registry, std::istream& lines, const std::string& name,
                  const device_limits& limits, mutant_scope mutants = mutant_scope::excluded);

}  // namespace warpmark
