#pragma once

#include <span>
#include <string>
#include <vector>

#include "tuning/profile/portability.hpp"
#include "tuning/profile/profile.hpp"

namespace warpmark {

/// A summary of profiles: for each family and type its base, gains, steps, losses and score.
/// Several profiles have a heading each.
std::string profile_table(std::span<const tuning::profile> profiles);

/// The loss of each profile's configs on each card: one line per problem, profile and card.
std::string portability_table(const std::vector<tuning::portability_cell>& cells);

/// The same with losses at every size, as JSON.
journal::json portability_json(const std::vector<tuning::portability_cell>& cells);

}  // namespace warpmark
