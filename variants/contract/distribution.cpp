#include "variants/contract/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include <fmt/format.h>

#include "variants/contract/element_type.hpp"
#include "variants/contract/for_each_type.hpp"
#include "variants/contract/parallel.hpp"

namespace warpmark {
namespace {

// Significant bits of every value of a grid in [-1, 1).
template <class T>
constexpr int grid_bits() {
  if constexpr (std::is_same_v<T, float16>) return 11;
  if constexpr (std::is_same_v<T, bfloat16>) return 8;
  return std::is_same_v<T, float> ? 24 : 53;
}

// The integer `step` in [0, 2^grid_bits), on the grid over [-1, 1).
template <class T>
T on_grid(std::uint64_t step) {
  constexpr int bits = grid_bits<T>();
  const auto centred = static_cast<std::int64_t>(step) - (std::int64_t{1} << (bits - 1));
  constexpr double unit = 1.0 / static_cast<double>(std::int64_t{1} << (bits - 1));
  const double value = static_cast<double>(centred) * unit;
  if constexpr (is_small_float<T>)
    return T(static_cast<float>(value));
  else
    return static_cast<T>(value);
}

template <class T>
T small_integer(int value) {
  if constexpr (is_small_float<T>)
    return T(static_cast<float>(value));
  else
    return static_cast<T>(value);
}

template <class T>
T uniform(std::uint64_t word) {
  if constexpr (is_floating_element<T>)
    return on_grid<T>(word >> (64 - grid_bits<T>()));
  else
    return static_cast<T>(word);
}

template <class T>
T ranked(std::uint64_t rank, std::uint64_t n) {
  if constexpr (is_floating_element<T>) {
    const double value = 2.0 * static_cast<double>(rank) / static_cast<double>(n) - 1.0;
    if constexpr (is_small_float<T>)
      return T(static_cast<float>(value));
    else
      return static_cast<T>(value);
  } else {
    // More elements than values: each value several times.
    constexpr int bits = 8 * sizeof(T);
    if (bits < 64 && n >> (bits < 64 ? bits : 0) > 1) {
      rank = static_cast<std::uint64_t>(static_cast<double>(rank) / static_cast<double>(n) *
                                        std::ldexp(1.0, bits));
      n = std::uint64_t{1} << (bits < 64 ? bits : 0);
    }
    return static_cast<T>(static_cast<std::int64_t>(rank) -
                          (std::is_signed_v<T> ? static_cast<std::int64_t>(n / 2) : 0));
  }
}

template <class T>
T distinct(std::uint64_t i) {
  // Multiplication by an odd constant permutes the residues of any power of two.
  const std::uint64_t scrambled = i * 0x9e3779b97f4a7c15ull;
  if constexpr (is_floating_element<T>)
    return on_grid<T>(scrambled & ((std::uint64_t{1} << grid_bits<T>()) - 1));
  else
    return static_cast<T>(scrambled);
}

template <class T>
constexpr bool has_sign = is_floating_element<T> || std::is_signed_v<T>;

// Bits that `words` random words have all set.
std::uint64_t sparse_word(int words, std::uint64_t seed, std::uint64_t i) {
  std::uint64_t bits = ~std::uint64_t{0};
  for (int k = 0; k < words; ++k)
    bits &= random_word(seed + static_cast<std::uint64_t>(k) * 0x51ed27, i);
  return bits;
}

template <class T>
T special(std::uint64_t choice) {
  using limits = std::numeric_limits<T>;
  if constexpr (is_small_float<T>) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float values[] = {0.0f, -0.0f, 1, -1, inf, -inf, nan, 0x1p-14f};
    return T(values[choice % std::size(values)]);
  } else if constexpr (std::is_floating_point_v<T>) {
    constexpr T values[] = {T(0),
                            -T(0),
                            T(1),
                            T(-1),
                            limits::infinity(),
                            -limits::infinity(),
                            limits::quiet_NaN(),
                            -limits::quiet_NaN(),
                            limits::denorm_min(),
                            -limits::denorm_min(),
                            limits::max(),
                            limits::lowest()};
    return values[choice % std::size(values)];
  } else {
    constexpr T values[] = {
        T(0), T(1), limits::max(), limits::min(), T(limits::max() - 1), T(limits::min() + 1)};
    return values[choice % std::size(values)];
  }
}

// The distributions for keys, by their position in the list.
template <class T>
T key_element(std::size_t kind, std::uint64_t seed, std::uint64_t i, std::uint64_t n) {
  constexpr std::uint64_t tooth = 1000;
  switch (kind) {
    case 0:
    case 1:
    case 2:
    case 3:
      return uniform<T>(sparse_word(static_cast<int>(kind) + 2, seed, i));
    case 4:
      return ranked<T>(i % tooth, tooth);
    case 5:
      return ranked<T>(2 * std::min(i, n - 1 - i), n);
    default:
      return special<T>(random_word(seed, i));
  }
}

template <class T>
T element(std::size_t kind, std::uint64_t seed, std::uint64_t i, std::uint64_t n) {
  switch (kind) {
    case 0:
      return uniform<T>(random_word(seed, i));
    case 1:
      return small_integer<T>(1);
    case 2:
      return distinct<T>(i);
    case 3:
      return ranked<T>(i, n);
    case 4:
      return ranked<T>(n - 1 - i, n);
    case 5:
      return small_integer<T>(i % 2 == 0 ? 7 : has_sign<T> ? -7 : 0);
    case 6:
      return uniform<T>(random_word(seed ^ 0x5eed, random_word(seed, i) % 8));
    case 7: {
      const int offset = has_sign<T> ? -8 : 0;
      return small_integer<T>(static_cast<int>(random_word(seed, i) % 17) + offset);
    }
    default:
      return key_element<T>(kind - distribution_names().size(), seed, i, n);
  }
}

std::size_t kind_of(const std::string& distribution) {
  std::size_t kind = 0;
  for (const auto* names : {&distribution_names(), &key_distribution_names()})
    for (const auto& name : *names) {
      if (name == distribution) return kind;
      ++kind;
    }
  throw std::invalid_argument(fmt::format("unknown distribution '{}'", distribution));
}

}  // namespace

std::uint64_t random_word(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

const std::vector<std::string>& distribution_names() {
  static const std::vector<std::string> names = {"uniform",      "constant", "distinct",
                                                 "sorted",       "reversed", "alternating",
                                                 "few_distinct", "exact"};
  return names;
}

const std::vector<std::string>& key_distribution_names() {
  static const std::vector<std::string> names = {"entropy_0.811", "entropy_0.544", "entropy_0.337",
                                                 "entropy_0.201", "sawtooth",      "organ_pipe",
                                                 "special"};
  return names;
}

template <class T>
void generate(std::span<T> out, const std::string& distribution, std::uint64_t seed) {
  const std::size_t kind = kind_of(distribution);
  for_each_piece(out.size(), 64, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = element<T>(kind, seed, i, out.size());
  });
}

#define WARPMARK_INSTANTIATE(T) \
  template void generate(std::span<T>, const std::string&, std::uint64_t);
WARPMARK_FOR_EACH_TYPE(WARPMARK_INSTANTIATE, WARPMARK_INSTANTIATE)
#undef WARPMARK_INSTANTIATE

}  // namespace warpmark
