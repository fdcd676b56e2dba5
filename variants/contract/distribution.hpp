#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpmark {

/// Names of the input distributions that every family offers:
///  uniform       integers over their full range; floats on a grid of exact values in [-1, 1)
///  constant      every element is 1
///  distinct      a permutation of distinct values (up to the type's range)
///  sorted        ascending; reversed: descending
///  alternating   +7, -7, +7, … (unsigned: 7, 0, 7, …)
///  few_distinct  eight values at random
///  exact         integers in [-8, 8] (unsigned: [0, 16]): float sums of them are exact in any
///                order while they stay below 2^24 (f32) or 2^53 (f64)
const std::vector<std::string>& distribution_names();

/// What families that order keys offer besides:
///  entropy_0.811, entropy_0.544, entropy_0.337, entropy_0.201
///                bits of which few are set, namely by 2, 3, 4 or 5 random words at once; the
///                number is what a bit tells, in bits (H. Thearling, S. Smith, An Improved
///                Supercomputer Sorting Benchmark, 1992). uniform is 1.
///  sawtooth      ascends 1000 times as steep, and begins anew each time
///  organ_pipe    ascends to the middle, then descends
///  special       the type's extremes at random; for floats both zeros, infinities, NaNs with
///  either
///                sign, and the smallest and largest numbers
const std::vector<std::string>& key_distribution_names();

/// SplitMix64 (Steele, Lea, Flood 2014) of seed and index: random access, so pieces are
/// independent.
std::uint64_t random_word(std::uint64_t seed, std::uint64_t index);

/// Fills `out` from `seed`; element i depends on (distribution, seed, i, out.size()) alone, so the
/// contents do not depend on the number of threads. Takes names of either list; throws
/// std::invalid_argument for another.
template <class T>
void generate(std::span<T> out, const std::string& distribution, std::uint64_t seed);

}  // namespace warpmark
