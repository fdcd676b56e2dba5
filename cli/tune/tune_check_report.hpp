#pragma once

#include <string>
#include <vector>

#include "cli/tune/tune_check_sizes.hpp"

namespace warpmark {

/// The journal's line for a checked size: event "checked".
journal::json checked_line(const checked_size& checked_size, const tuning::size_verdict& came,
                           double allowed);

/// The same as a table row, under checked_header.
std::vector<std::string> row_of(const checked_size& checked_size, const tuning::size_verdict& came);
extern const std::vector<std::string> checked_header;

/// The command that recreates the profile on this card. It omits the base values of problem axes.
std::string remedy(const registry& registry, const tuning::profile& profile);

}  // namespace warpmark
