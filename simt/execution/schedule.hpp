#pragma once

#include <cstdint>
#include <numeric>
#include <random>

namespace warpmark::simt {

/// The numbers below `count` in a random order, which takes no memory: (factor * i + offset) mod
/// count with a factor prime to count.
class shuffled_range {
 public:
  /// In their own order.
  shuffled_range() = default;

  shuffled_range(std::uint64_t count, std::mt19937_64& random) : count_(count) {
    if (count < 2) return;
    constexpr std::uint64_t max_factor = 1 << 16;  // times an index, that does not overflow
    factor_ = 1 + random() % (count < max_factor ? count - 1 : max_factor);
    while (std::gcd(factor_, count) != 1) ++factor_;
    offset_ = random() % count;
  }

  std::uint64_t operator()(std::uint64_t i) const {
    return count_ < 2 ? i : (factor_ * i + offset_) % count_;
  }

 private:
  std::uint64_t count_ = 0, factor_ = 1, offset_ = 0;
};

/// What a device may decide as it likes: which clusters start first and how many run at once, which
/// warp issues next, and when another one does.
struct schedule {
  std::uint64_t seed = 0;        ///< 0: clusters and warps in their order, each as far as it gets.
  shuffled_range clusters = {};  ///< The order in which they start.

  bool is_random() const { return seed != 0; }
};

/// Warp instructions before the next warp runs, even if this one does not wait.
inline constexpr std::uint64_t warp_quantum = 1 << 16;

/// The same where the next warp is to run soon. A warp that polls does not show it in so few.
inline constexpr std::uint64_t max_short_quantum = 48;

}  // namespace warpmark::simt
