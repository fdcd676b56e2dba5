#pragma once

#include <span>

#include "tuning/profile/journal_tables.hpp"
#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// What a profile is made of.
struct profile_material {
  /// Searched or swept: what the choice is made from. What `tune` measured of finalists in rounds
  /// of their own (phase "final") counts as confirmed.
  std::span<const measured_journal> tuned;
  /// Fresh rounds of finalists and bases. Where there are any at a size, the winner there is theirs
  /// and so are all its times; and they replace what the search saw of the same points.
  std::span<const measured_journal> confirmed;
  /// Sizes that had no say.
  std::span<const measured_journal> held_out;
  /// Sizes of `tuned` and `confirmed` to hold out as well.
  std::vector<std::uint64_t> held_out_sizes;
};

/// The base of a table: the default config that has times at most sizes; of several variants' the
/// one with the least geometric mean over the sizes at which all of those have one, so that a gain
/// is quoted against the best that one gets without tuning. `variant` names one instead if it is
/// not empty. Throws usage_error if there is none.
candidate base_of(const size_table& table, const std::string& variant = {});

/// An entry of a profile from its tables; nothing of `confirmed` and `held_out` may be there.
profile_entry make_entry(const size_table& tuned, const size_table* confirmed,
                         const size_table* held_out, const candidate& base,
                         const profile_options& options);

/// A profile of the journals' card. Throws usage_error if they are of different cards, were timed
/// on none or hold nothing that the filter lets through.
///
/// `base_variants` ("reduce/shuffle") name the variants whose defaults are their families' bases;
/// other families have that of base_of.
profile make_profile(const profile_material& from, const table_filter& filter,
                     const std::vector<std::string>& base_variants, const profile_options& options);

}  // namespace warpmark::tuning
