#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark {

/// Single-character insertions, deletions, substitutions and swaps of neighbours that turn `a` into
/// `b` (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The most likely candidate for a misspelt or shortened word: one that differs in at most a third
/// of its letters (rounded), contains it as a large part, or begins like it. Empty if there is
/// none.
std::optional<std::string> nearest(std::string_view wrong,
                                   const std::vector<std::string>& candidates);

/// " (did you mean 'x'?)" with the nearest candidate, or the list of all candidates if none is
/// near.
std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& candidates);

}  // namespace warpmark
