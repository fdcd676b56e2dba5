#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tuning/profile/journal_tables.hpp"
#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// The loss of one profile's configs for one family and type on one card.
struct portability_cell {
  tuning::size_problem size_problem;
  std::string profile_card;   ///< The profile's card.
  std::string measured_card;  ///< The card of the measurements.
  loss_report losses;         ///< At the sizes measured there.
};

/// Cells of every profile's entries on every kind of card in the journals, by name; measurements of
/// one kind are combined. Kinds of one name have their multiprocessors in their names. A card
/// without measurements of a problem has no cell for it; unmeasured configs are unknown in the
/// cell. Losses are relative to the best in its journals, so journals with few configs
/// underestimate losses.
std::vector<portability_cell> portability(std::span<const profile> profiles,
                                          std::span<const measured_journal> journals,
                                          const table_filter& filter);

}  // namespace warpmark::tuning
