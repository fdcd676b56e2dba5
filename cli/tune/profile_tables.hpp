#pragma once

#include <string>
#include <vector>

#include "tuning/profile/portability.hpp"
#include "tuning/profile/profile.hpp"

namespace warpmark {

/// A profile on one page: for each family and type its base, its gains, steps, losses and score.
std::string profile_table(const tuning::profile& profile);

/// What each profile's choice loses on each card: a line a problem, profile and card.
std::string portability_table(const std::vector<tuning::portability_cell>& cells);

/// The same with losses at every size, for programs.
journal::json portability_json(const std::vector<tuning::portability_cell>& cells);

}  // namespace warpmark
