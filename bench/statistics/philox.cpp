#include "bench/statistics/philox.hpp"

namespace warpmark::statistics {
namespace {

constexpr std::uint64_t multiplier_0 = 0xD2511F53;
constexpr std::uint64_t multiplier_1 = 0xCD9E8D57;
constexpr std::uint32_t weyl_0 = 0x9E3779B9;
constexpr std::uint32_t weyl_1 = 0xBB67AE85;
constexpr int rounds = 10;

std::uint32_t high(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); }
std::uint32_t low(std::uint64_t word) { return static_cast<std::uint32_t>(word); }

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t first = multiplier_0 * counter[0];
    const std::uint64_t second = multiplier_1 * counter[2];
    counter = {high(second) ^ counter[1] ^ key[0], low(second), high(first) ^ counter[3] ^ key[1],
               low(first)};
    key = {key[0] + weyl_0, key[1] + weyl_1};
  }
  return counter;
}

std::uint64_t random_stream::bits() {
  const std::uint64_t index = drawn_ / 2;
  const std::size_t half = drawn_ % 2;
  if (half == 0) {
    block_ =
        philox({low(index), high(index), low(stream_), high(stream_)}, {low(seed_), high(seed_)});
  }
  ++drawn_;
  return static_cast<std::uint64_t>(block_[2 * half + 1]) << 32 | block_[2 * half];
}

std::uint64_t random_stream::below(std::uint64_t bound) {
  // The high word of a 64 x 64 bit product, from 32-bit halves: there is no portable 128-bit type.
  const std::uint64_t word = bits();
  const std::uint64_t bottom = std::uint64_t{low(word)} * low(bound);
  const std::uint64_t cross = std::uint64_t{high(word)} * low(bound) + high(bottom);
  const std::uint64_t other = std::uint64_t{low(word)} * high(bound) + low(cross);
  return std::uint64_t{high(word)} * high(bound) + high(cross) + high(other);
}

double random_stream::uniform() {
  constexpr double step = 0x1p-52;
  return (static_cast<double>(bits() >> 12) + 0.5) * step;
}

}  // namespace warpmark::statistics
