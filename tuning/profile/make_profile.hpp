#pragma once

#include <span>

#include "tuning/profile/card_kinds.hpp"
#include "tuning/profile/journal_tables.hpp"
#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// The input of a profile.
struct profile_material {
  /// Searches or sweeps, from which configs are chosen. Finals of `tune` (phase "final") count as
  /// confirmed.
  std::span<const measured_journal> tuned;
  /// Fresh rounds of finalists and bases. At sizes with any, the winner and all its times are taken
  /// from them, and they replace the search's times of the same points.
  std::span<const measured_journal> confirmed;
  /// Held-out sizes.
  std::span<const measured_journal> held_out;
  /// Sizes of `tuned` and `confirmed` to hold out, too.
  std::vector<std::uint64_t> held_out_sizes;
};

/// The base of a table: the default config with times at the most sizes; among several, the one
/// with the smallest geometric mean over their common sizes, so that gains are relative to the best
/// config without tuning. `variant` selects one instead if not empty. Throws usage_error if there
/// is none.
candidate base_of(const size_table& table, const std::string& variant = {});

/// An entry of a profile from its tables; `confirmed` and `held_out` may be empty.
profile_entry make_entry(const size_table& tuned, const size_table* confirmed,
                         const size_table* held_out, const candidate& base,
                         const profile_options& options);

/// Profiles of all kinds of cards that were measured.
struct made_profiles {
  std::vector<profile> profiles;           ///< At least one; in the order of the journals.
  std::vector<card_kind> without_entries;  ///< None of their measurements passed the filter.
};

/// One profile per kind of card in the journals, also in a journal of several cards. Throws
/// usage_error if they are not from a card, or have no measurement that passes the filter.
///
/// `base_variants` ("reduce/shuffle") name the variants whose defaults are their families' bases;
/// other families use base_of.
made_profiles make_profiles(const profile_material& from, const table_filter& filter,
                            const std::vector<std::string>& base_variants,
                            const profile_options& options);

}  // namespace warpmark::tuning
