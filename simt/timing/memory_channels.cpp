#include "simt/timing/memory_channels.hpp"

#include <algorithm>
#include <cmath>

#include "simt/timing/mixed_bits.hpp"

namespace warpmark::simt {
namespace {

// A channel of 16 bits of GDDR6 at 14 Gb/s (JESD250), and a pseudo channel of 64 bits of HBM2E at
// 3.2 Gb/s (JESD235) or of 32 bits of HBM3 at 6.4 Gb/s (JESD238), serve 26 to 28 GB/s at most.
// Faster GDDR6X and slower LPDDR5X differ by up to a half.
constexpr double bytes_per_s_of_channel = 25e9;
constexpr double max_channels = 512;

// 512 bytes lie in one channel. As many pieces as there are channels lie in all of them, in an
// order that hardware finds by hashing addresses: all channels have as much to do, but not at once.
constexpr double sectors_of_piece = 16;

}  // namespace

std::size_t memory_channels::count_of(double bytes_per_s) {
  return static_cast<std::size_t>(
      std::clamp(std::round(bytes_per_s / bytes_per_s_of_channel), 1.0, max_channels));
}

std::uint64_t memory_channels::pieces_of(double sectors) {
  return static_cast<std::uint64_t>(std::ceil(std::max(0.0, sectors) / sectors_of_piece));
}

std::uint64_t memory_channels::take(std::uint64_t at, double sectors, double cycles,
                                    std::uint64_t first_piece) {
  if (!(sectors > 0) || !(cycles > 0)) return at;
  const auto channels = static_cast<double>(channels_);
  std::uint64_t end = at;
  for (std::uint64_t piece = first_piece; sectors > 0; sectors -= sectors_of_piece, ++piece) {
    const std::uint64_t channel = (piece + mixed_bits(piece / channels_)) % channels_;
    const double taken = std::min(sectors, sectors_of_piece) * cycles * channels;
    end = std::max(end, turns_.take(at, taken, channel));
  }
  return end;
}

}  // namespace warpmark::simt
