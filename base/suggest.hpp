#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark {

/// Single-character insertions, deletions, substitutions and swaps of neighbours that turn `a` into
/// `b` (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that a misspelt or shortened word most likely stands for: one that differs in at
/// most a third of its letters (rounded), contains it as a good part, or begins like it. Nothing if
/// none does.
std::optional<std::string> nearest(std::string_view wrong,
                                   const std::vector<std::string>& candidates);

/// " (did you mean 'x'?)" with the nearest candidate, or the list of all if none is near.
std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& candidates);

}  // namespace warpmark
