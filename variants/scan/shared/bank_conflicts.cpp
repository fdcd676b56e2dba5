#include "variants/scan/shared/bank_conflicts.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>

namespace warpmark::scan {

std::uint64_t wavefronts_of(const std::vector<std::uint64_t>& words) {
  constexpr std::uint64_t banks = 32;
  std::array<std::set<std::uint64_t>, banks> of_bank;
  for (const auto word : words) of_bank[word % banks].insert(word);
  std::uint64_t max_distinct = 0;
  for (const auto& distinct : of_bank)
    max_distinct = std::max<std::uint64_t>(max_distinct, distinct.size());
  return max_distinct;
}

placement placement_named(const std::string& padding) {
  if (padding == "unpadded") return [](std::uint64_t i) { return i; };
  if (padding == "pad32") return [](std::uint64_t i) { return i + i / 32; };
  if (padding == "pad32x2") return [](std::uint64_t i) { return i + i / 32 + i / 1024; };
  throw std::out_of_range("unknown padding " + padding);
}

access_cost access_by(std::uint64_t first, std::uint64_t end, const placement& word) {
  constexpr std::uint64_t warp_threads = 32;
  access_cost cost;
  for (std::uint64_t warp = first / warp_threads * warp_threads; warp < end; warp += warp_threads) {
    std::vector<std::uint64_t> words;
    for (std::uint64_t t = std::max(first, warp); t < std::min(warp + warp_threads, end); ++t)
      words.push_back(word(t));
    cost += {1, wavefronts_of(words)};
  }
  return cost;
}

sweep_cost sweep_of(std::uint64_t leaves, child side, const placement& place) {
  constexpr std::uint64_t warp_threads = 32;
  sweep_cost cost;
  for (std::uint64_t pairs = leaves / 2, half = 1; pairs > 0; pairs /= 2, half *= 2) {
    std::uint64_t worst = 0;
    for (std::uint64_t first = 0; first < pairs; first += warp_threads) {
      std::vector<std::uint64_t> words;
      for (std::uint64_t t = first; t < std::min(first + warp_threads, pairs); ++t)
        words.push_back(place(half * (2 * t + (side == child::left ? 1 : 2)) - 1));
      const std::uint64_t taken = wavefronts_of(words);
      worst = std::max(worst, taken);
      cost.wavefronts += taken;
      ++cost.requests;
    }
    cost.degrees.push_back(worst);
  }
  return cost;
}

}  // namespace warpmark::scan
