#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/execution/mbarrier_phases.hpp"
#include "simt/execution/pending_copies.hpp"

namespace warpmark::simt {

class access_watch;
class copy_flights;
class element_flights;
class warp;

/// Blocks that can access each other's shared memory and share a cluster barrier. A block without a
/// cluster is a cluster of one block.
class block_cluster {
 public:
  struct member {
    std::byte* shared = nullptr;
    std::uint64_t shared_bytes = 0;
    const std::vector<warp>* warps = nullptr;
    access_watch* watch = nullptr;        ///< If accesses are watched.
    copy_flights* flights = nullptr;      ///< If they are followed.
    element_flights* elements = nullptr;  ///< The same.
  };

  void start() {
    members_.clear(), arrived_.clear(), copies_.start(), phases_.start();
    arriving_ = completed_ = {};
  }
  /// Adds a member. Members join in the order of their ranks.
  void add(const member& added);
  std::uint32_t size() const { return static_cast<std::uint32_t>(members_.size()); }
  const member& at(std::uint32_t rank) const { return members_[rank]; }

  /// Host bytes of a shared::cluster address as the block `own` sees it; nullptr outside.
  std::byte* shared(std::uint64_t address, std::uint64_t size, std::uint32_t own) const;

  pending_copies& copies() { return copies_; }
  mbarrier_phases& phases() { return phases_; }

  void arrive(std::uint32_t rank, std::uint32_t warp, std::uint32_t lanes);
  /// Whether the barrier at which these lanes arrived is complete: all live threads of the cluster
  /// arrived.
  bool passed(std::uint32_t rank, std::uint32_t warp, std::uint32_t lanes);
  /// What the arrivals at the barrier that is open publish, and those at the last completed one.
  published_clocks& arriving() { return arriving_; }
  const published_clocks& completed() const { return completed_; }

 private:
  pending_copies copies_;
  mbarrier_phases phases_;
  std::vector<member> members_;
  published_clocks arriving_, completed_;
  std::vector<std::vector<std::uint32_t>> arrived_;  // Lanes, by rank and warp.
};

}  // namespace warpmark::simt
