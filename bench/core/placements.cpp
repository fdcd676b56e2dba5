#include "bench/core/placements.hpp"

#include <algorithm>

#include "variants/contract/distribution.hpp"

namespace warpmark {
namespace {

constexpr std::size_t max_placements = 16;
constexpr std::size_t max_cold_bytes = std::size_t{64} << 20;
constexpr std::size_t max_rotated = 4096;

}  // namespace

std::size_t placements_for(cache_state state, std::size_t footprint_bytes, std::size_t l2_bytes) {
  const std::size_t index = std::max<std::size_t>(1, footprint_bytes);
  if (state == cache_state::rotated)
    return std::clamp<std::size_t>(2 * l2_bytes / index + 1, 1, max_rotated);
  // Hot: all of them together must stay in L2, where a card may keep a copy in both halves.
  const std::size_t room = state == cache_state::hot ? l2_bytes / 4 : max_cold_bytes;
  return std::clamp<std::size_t>(room / index, 1, max_placements);
}

std::size_t lead_of_placement(std::size_t placement, std::size_t buffer) {
  constexpr std::size_t step_bytes = 512;
  constexpr std::size_t max_steps = 512;
  if (placement == 0) return 0;
  return step_bytes * (random_word(buffer, placement) % max_steps);
}

bool displaces_l2(std::size_t placements, std::size_t footprint_bytes, std::size_t l2_bytes) {
  return placements * footprint_bytes >= 2 * l2_bytes;
}

std::size_t placement_order::next() {
  if (in_turn_) return last_ = (last_ + 1) % placements_;
  // Not uniform_int_distribution, whose values differ between libraries.
  return random_() % placements_;
}

}  // namespace warpmark
