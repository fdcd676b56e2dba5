#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <span>
#include <utility>

namespace warpmark::spaces {

/// Random numbers that are the same on every platform for a seed: the standard specifies
/// mt19937_64, but not the algorithms of its distributions.
class random_source {
 public:
  explicit random_source(std::uint64_t seed) : engine_(seed) {}

  /// Uniform in [0, bound); bound > 0. Rejects the engine's last, incomplete span of `bound`.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t incomplete = (std::mt19937_64::max() % bound + 1) % bound;
    std::uint64_t drawn = engine_();
    while (drawn > std::mt19937_64::max() - incomplete) drawn = engine_();
    return drawn % bound;
  }

  /// Uniform in [0, 1), a multiple of 2^-53.
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

  bool chance(double probability) { return unit() < probability; }

  /// Standard normal, by the Box-Muller transform.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - unit()));
    return radius * std::cos(2 * std::numbers::pi * unit());
  }

  template <class T>
  const T& pick(std::span<const T> from) {
    return from[below(from.size())];
  }

  /// Fisher-Yates shuffle.
  template <class Sequence>
  void shuffle(Sequence& sequence) {
    for (std::size_t left = sequence.size(); left > 1; --left)
      std::swap(sequence[left - 1], sequence[below(left)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace warpmark::spaces
