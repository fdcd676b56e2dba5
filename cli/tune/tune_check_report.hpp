#pragma once

#include <string>
#include <vector>

#include "cli/tune/tune_check_sizes.hpp"

namespace warpmark {

/// The journal's line about a checked size: event "checked".
journal::json checked_line(const checked_size& checked_size, const tuning::size_verdict& came,
                           double allowed);

/// The same for people, under checked_header.
std::vector<std::string> row_of(const checked_size& checked_size, const tuning::size_verdict& came);
extern const std::vector<std::string> checked_header;

/// The command that makes the profile anew, on this card.
std::string remedy(const tuning::profile& profile);

}  // namespace warpmark
