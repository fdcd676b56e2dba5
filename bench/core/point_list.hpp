#pragma once

#include <istream>
#include <string>

#include "bench/core/selection.hpp"

namespace warpmark {

/// Reads one point a line, written as its key: "reduce/strided[type=i32,n=1024][block=256]". Axes
/// that are left out stand at their base. Empty lines, and what follows a '#', count as nothing.
/// Points of one problem come together, as in a sweep, else in the order of the lines.
///
/// `name` is the file's, for messages. Throws usage_error naming the line for anything that is no
/// point, that a constraint rules out or that comes twice, and if there is no point at all.
sweep read_points(std::istream& lines, const std::string& name, const device_limits& limits,
                  mutant_scope mutants = mutant_scope::excluded);

}  // namespace warpmark
