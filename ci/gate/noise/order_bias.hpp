#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpmark::gate {

/// The order in which the sides of a comparison run.
enum class side_order {
  blocked,      ///< AA…BB: all of the base, then all of the head.
  same_first,   ///< ABAB: pairs that always begin with the base.
  alternating,  ///< ABBA, with a random first side: used by the gate.
};

/// "AABB", "ABAB", "ABBA".
std::string_view name(side_order order);

/// The mean error of the log ratio of two equal sides while a card warms up from cold, which makes
/// it slower by 3 % x (1 - exp(-k / 4)) at its k-th side, and drifts by `drift` over the session:
/// `rounds` pairs per session, over many sessions with the typical scenario's noise.
double order_bias(side_order order, double drift, std::size_t rounds, std::size_t sessions,
                  std::uint64_t seed);

}  // namespace warpmark::gate
