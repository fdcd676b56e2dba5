#pragma once

#include <string>
#include <vector>

#include "tuning/live/checked_profile.hpp"

namespace warpmark {

/// A checked size as a table row, under checked_header.
std::vector<std::string> row_of(const tuning::checked_size& checked_size,
                                const tuning::size_verdict& verdict);
extern const std::vector<std::string> checked_header;

/// The command that recreates the profile on this card. It omits the base values of problem axes.
std::string remedy(const registry& registry, const tuning::profile& profile);

}  // namespace warpmark
