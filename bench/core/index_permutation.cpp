#include "bench/core/index_permutation.hpp"

#include <bit>
#include <numeric>
#include <utility>

namespace warpmark {
namespace {

// The finaliser of splitmix64: G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number
// generators, OOPSLA 2014.
std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

}  // namespace

index_permutation::index_permutation(std::uint64_t count, std::mt19937_64& random) : count_(count) {
  if (count <= max_shuffled) {
    shuffled_.resize(count);
    std::iota(shuffled_.begin(), shuffled_.end(), 0u);
    // Fisher-Yates shuffle; that of the standard library differs between implementations.
    for (std::uint64_t i = count; i > 1; --i) std::swap(shuffled_[i - 1], shuffled_[random() % i]);
    return;
  }
  half_bits_ = (static_cast<int>(std::bit_width(count - 1)) + 1) / 2;
  for (auto& key : keys_) key = random();
}

std::uint64_t index_permutation::operator()(std::uint64_t place) const {
  if (count_ == 0) return place;
  if (half_bits_ == 0) return shuffled_[place];
  std::uint64_t result = permuted_bits(place);
  while (result >= count_) result = permuted_bits(result);
  return result;
}

std::uint64_t index_permutation::permuted_bits(std::uint64_t bits) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t left = bits >> half_bits_, right = bits & mask;
  for (const auto key : keys_) {
    left ^= mixed(right + key) & mask;
    std::swap(left, right);
  }
  return (left << half_bits_) | right;
}

}  // namespace warpmark
