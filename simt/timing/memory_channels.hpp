#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/timing/turns.hpp"

namespace warpmark::simt {

/// A memory of several channels. Each has its part of the addresses, in small pieces, and serves
/// its requests one after another: who asks for several pieces waits for the slowest.
class memory_channels {
 public:
  /// `channels`: at least one.
  explicit memory_channels(std::size_t channels) : channels_(channels) {}

  /// About as many channels as a memory of this bandwidth has.
  static std::size_t count_of(double bytes_per_s);

  /// How many pieces a request for so many sectors has.
  static std::uint64_t pieces_of(double sectors);

  /// Serves a request for so many sectors that arrives at `at`; the whole memory takes `cycles` for
  /// each. The pieces of all requests are numbered one after another, which tells their channels.
  /// Returns when the last piece has been served.
  std::uint64_t take(std::uint64_t at, double sectors, double cycles, std::uint64_t first_piece);

 private:
  std::size_t channels_;
  channel_turns turns_;
};

}  // namespace warpmark::simt
