#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tuning/profile/journal_tables.hpp"
#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// What one profile's choice for one family and type loses on one card.
struct portability_cell {
  tuning::size_problem size_problem;
  std::string profile_card;   ///< Whose profile it is.
  std::string measured_card;  ///< Where it is used.
  loss_report losses;         ///< At the sizes that were measured there.
};

/// Cells of every profile's entries on every card of the journals; journals of one card belong
/// together. A card that did not measure a problem has no cell for it; configs that it did not
/// measure are unknown in the cell. Losses are against the best that its journals hold, so journals
/// of few configs make a profile look better than it is.
std::vector<portability_cell> portability(std::span<const profile> profiles,
                                          std::span<const measured_journal> journals,
                                          const table_filter& filter);

}  // namespace warpmark::tuning
