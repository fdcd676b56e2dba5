#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tuning/profile/timing.hpp"
#include "variants/contract/determinism.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark::tuning {

/// A point without its problem.
struct candidate {
  std::string variant;  ///< "shuffle_two_level": without its family.
  warpmark::parameters parameters;
  bool is_base = false;                           ///< The default config of its variant.
  std::optional<determinism> deterministic = {};  ///< If the journal has it; profiles do not.

  /// "shuffle_two_level[block=256,items=4]": as in the point's key.
  std::string text() const { return variant + "[" + parameters.canonical() + "]"; }
};

/// The same variant and config.
inline bool same(const candidate& a, const candidate& b) {
  return a.variant == b.variant && a.parameters.canonical() == b.parameters.canonical();
}

/// A problem without its size, for which configs are chosen by size.
struct size_problem {
  std::string family;
  std::string type;  ///< Element type: "i32".
  parameters rest;   ///< The other axes of the problem except n, in their order.

  /// "reduce[type=i32,op=sum,dist=uniform]"
  std::string text() const;
};

/// Times of candidates over sizes n, at an otherwise fixed problem.
struct size_table {
  tuning::size_problem size_problem;
  std::vector<std::uint64_t> sizes;   ///< Of n, ascending, at least 1.
  std::vector<candidate> candidates;  ///< Bases before others, then by text.
  /// By candidate, then size; nullopt if not measured or not running correctly.
  std::vector<std::vector<std::optional<timing>>> times;

  /// The candidate with the smallest median at a size, the first among equals; nullopt if there is
  /// none.
  std::optional<std::size_t> best_at(std::size_t size) const;

  std::optional<std::size_t> find(const candidate& candidate) const;
  std::optional<std::size_t> find_size(std::uint64_t n) const;

  /// The time of a candidate at a size; either may be missing in the table.
  std::optional<timing> time_of(const candidate& candidate, std::uint64_t n) const;
};

/// The table without sizes at which nothing has a time, and without candidates that have none.
size_table without_gaps(size_table table);

/// The table at its sizes in `keep`, or, if not `inside`, at the others.
size_table at_sizes(const size_table& table, std::span<const std::uint64_t> keep, bool inside);

/// `table` with the times of `newer` where it has one. Candidates and sizes only in `newer` are not
/// added: every finalist is in `table`.
size_table updated(size_table table, const size_table& newer);

}  // namespace warpmark::tuning
