#pragma once

#include <cstdint>
#include <unordered_map>

#include "simt/memory/address_costs.hpp"

namespace warpmark::simt {

/// How often the atomics of a launch meet on one sector of global memory. Lanes of a request that
/// name different addresses of a sector are served together, those that name the same one by one.
class atomic_depths {
 public:
  struct depth {
    std::uint64_t requests = 0;  ///< Warp instructions that name the place.
    std::uint64_t lanes = 0;     ///< Their lanes one after the other; 1 a request where they fold.
  };

  /// `folds`: the lanes of a warp on one address become one.
  void add(const lane_addresses& address, std::uint32_t active, bool folds);
  void merge(const atomic_depths& other);

  /// Of the sector with most lanes.
  depth deepest() const { return deepest_in(1); }

  /// Of the `sectors` neighbouring sectors with most lanes.
  depth deepest_in(std::uint64_t sectors) const;

 private:
  std::unordered_map<std::uint64_t, depth> by_sector_;
};

}  // namespace warpmark::simt
