#pragma once

#include <cstdint>
#include <unordered_map>

#include "simt/memory/address_costs.hpp"

namespace warpmark::simt {

/// How many atomics of a launch access the same sector of global memory. Lanes of a request with
/// different addresses in a sector are served together, those with the same address one by one.
class atomic_depths {
 public:
  struct depth {
    std::uint64_t requests = 0;  ///< Warp instructions that access the place.
    std::uint64_t lanes = 0;     ///< Serialised lanes; 1 per request if lanes are combined.
    /// Those of `requests` whose operations are of integers,
    std::uint64_t integer_requests = 0;
    /// and their `lanes` beyond one per request.
    std::uint64_t integer_lanes = 0;

    std::uint64_t all_lanes() const { return lanes; }
    std::uint64_t float_lanes() const;  ///< Those of operations that are not of integers.
  };
  using amount = std::uint64_t (depth::*)() const;

  /// `folds`: the lanes of a warp on one address are combined into one by the compiler.
  /// `is_integer`: those that are not combined cost card_constants::global_atomic_integer_lane_ns.
  void add(const lane_addresses& address, std::uint32_t active, bool folds, bool is_integer);
  void merge(const atomic_depths& other);

  /// The sector with the most lanes.
  depth deepest() const { return deepest_in(1); }

  /// The group of `sectors` neighbouring sectors, from the first one on, with the most lanes, or
  /// with the most `of` them.
  depth deepest_in(std::uint64_t sectors, amount of = &depth::all_lanes) const;

 private:
  std::unordered_map<std::uint64_t, depth> by_sector_;
};

}  // namespace warpmark::simt
