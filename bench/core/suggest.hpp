#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpmark {

/// Single-character insertions, deletions, substitutions and swaps of neighbours that turn `a` into
/// `b` (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// " (did you mean 'x'?)" with the nearest candidate, or the list of all if none is near.
std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& candidates);

}  // namespace warpmark
