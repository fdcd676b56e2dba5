#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "simt/memory/vector_clock.hpp"

namespace warpmark::simt {

/// What is known of the mbarriers of a cluster beyond their 64 bits: who initialised them, how many
/// phases have completed, who polls, and what arrivals publish.
class mbarrier_phases {
 public:
  /// A warp of a block of the cluster.
  struct user {
    std::uint32_t rank = 0, warp = 0;
    auto operator<=>(const user&) const = default;
  };

  void start() { records_.clear(), synchronisations_ = 0; }

  void initialise(const std::byte* barrier, std::uint32_t site, user by);
  void invalidate(const std::byte* barrier) { records_.erase(barrier); }
  bool is_initialised(const std::byte* barrier) const { return records_.contains(barrier); }

  /// Threads of the cluster have synchronised in any way.
  void note_synchronisation() { ++synchronisations_; }
  struct initialisation {
    std::uint32_t site = 0;
    user by;
  };
  /// The mbarrier.init that the user need not see, because another warp executed it and nothing has
  /// synchronised since; nullptr if it is seen.
  const initialisation* unseen(const std::byte* barrier, user by) const;

  /// The warp publishes a vector clock with its arrival (may be empty); the phase completes; what
  /// the arrivals of completed phases have published.
  void arrive(const std::byte* barrier, user by, published_clocks clocks);
  void complete(const std::byte* barrier);
  const std::map<user, published_clocks>& published(const std::byte* barrier) const;

  /// The warp asks whether the phase of this parity has completed. Returns how many phases have
  /// completed since it first asked without success: with 2 or more, it missed one.
  std::uint64_t poll(const std::byte* barrier, user by, bool parity, bool passed);

 private:
  struct record {
    initialisation begin;
    std::uint64_t synchronisations = 0;  // At that time.
    std::uint64_t phases = 0;
    std::map<std::pair<user, bool>, std::uint64_t> polls;  // `phases` at the first poll.
    std::map<user, published_clocks> arrived, published;
  };
  std::map<const std::byte*, record> records_;
  std::uint64_t synchronisations_ = 0;
};

}  // namespace warpmark::simt
