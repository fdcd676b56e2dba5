#pragma once

#include <array>
#include <cstdint>

namespace warpmark::statistics {

/// Philox4x32-10: four random words that are a pure function of a counter and a key, the same on
/// every machine and in any order of calls. Salmon, Moraes, Dror & Shaw, Parallel random numbers:
/// as easy as 1, 2, 3, SC '11, section 3.3 and table 2.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

/// A stream of Philox words: the key is `seed`, the upper half of the counter is `stream`.
class random_stream {
 public:
  explicit random_stream(std::uint64_t seed, std::uint64_t stream = 0)
      : seed_(seed), stream_(stream) {}

  /// The next 64 bits.
  std::uint64_t bits();

  /// An integer in [0, bound); bound >= 1. The high half of bits() * bound, whose bias of
  /// bound / 2^64 is negligible.
  std::uint64_t below(std::uint64_t bound);

  /// A number in the open interval (0, 1), of 52 random bits.
  double uniform();

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t drawn_ = 0;
  std::array<std::uint32_t, 4> block_{};
};

}  // namespace warpmark::statistics
