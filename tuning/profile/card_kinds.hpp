#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tuning/profile/measured_points.hpp"
#include "tuning/profile/profile.hpp"

namespace warpmark::tuning {

/// A kind of card: cards of one kind have the same profile.
struct card_kind {
  std::string name;
  std::string compute_capability;  ///< Empty if it is not known.
  std::optional<std::uint64_t> multiprocessors = {};

  /// "'NVIDIA H200', compute capability 9.0, 132 multiprocessors"
  std::string text() const;
};

/// Whether all that is known of both is equal.
bool same_kind(const card_kind& a, const card_kind& b);

card_kind kind_of(const profile_card& card);
card_kind kind_of(const card& card);

/// Of the manifest's card.
card_kind kind_of(const measured_journal& journal);

/// The manifests of all cards of a journal: `cards`, or `card` where there is only one.
std::vector<journal::json> cards_of(const journal::json& manifest);

/// The journal as one per kind of card in it, in the order of the manifest: `card` of each is the
/// first of its kind, `cards` has only those of its kind. Measurements are assigned by their
/// `card_uuid`. Throws usage_error for one of a card that the manifest lacks, unless all cards are
/// of one kind.
std::vector<measured_journal> by_card_kind(measured_journal journal);

/// The same of several journals, in their order.
std::vector<measured_journal> by_card_kind(std::vector<measured_journal> journals);

}  // namespace warpmark::tuning
