#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace warpmark {

/// A random permutation of the numbers from 0 to count - 1, in memory that does not grow with
/// count. Up to `max_shuffled` numbers are shuffled, so that all orders are equally likely. More
/// are permuted by a Feistel network of pseudorandom functions on the fewest bits that hold them,
/// applied until the result is below count.
///
/// M. Luby, C. Rackoff, How to construct pseudorandom permutations from pseudorandom functions,
/// SIAM Journal on Computing 17 (1988); J. Black, P. Rogaway, Ciphers with arbitrary finite
/// domains, CT-RSA 2002.
class index_permutation {
 public:
  static constexpr std::uint64_t max_shuffled = 65'536;

  /// The identity.
  index_permutation() = default;

  index_permutation(std::uint64_t count, std::mt19937_64& random);

  /// The number at index `place` < count.
  std::uint64_t operator()(std::uint64_t place) const;

 private:
  static constexpr int rounds = 6;

  std::uint64_t permuted_bits(std::uint64_t bits) const;

  std::vector<std::uint32_t> shuffled_;
  std::uint64_t count_ = 0;  ///< 0: the identity.
  int half_bits_ = 0;        ///< 0: shuffled.
  std::uint64_t keys_[rounds] = {};
};

}  // namespace warpmark
