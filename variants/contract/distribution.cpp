#include "variants/contract/distribution.hpp"

#include <limits>
#include <stdexcept>
#include <type_traits>

#include <fmt/format.h>

#include "variants/contract/parallel.hpp"

namespace warpmark {
namespace {

template <class T>
T uniform(std::uint64_t word) {
  if constexpr (std::is_same_v<T, float>)
    return static_cast<float>(static_cast<std::int32_t>(word >> 40) - (1 << 23)) * 0x1p-23f;
  else if constexpr (std::is_same_v<T, double>)
    return static_cast<double>(static_cast<std::int64_t>(word >> 11) - (std::int64_t{1} << 52)) *
           0x1p-52;
  else
    return static_cast<T>(word);
}

template <class T>
T ranked(std::uint64_t rank, std::uint64_t n) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(2.0 * static_cast<double>(rank) / static_cast<double>(n) - 1.0);
  else
    return static_cast<T>(static_cast<std::int64_t>(rank) -
                          (std::is_signed_v<T> ? static_cast<std::int64_t>(n / 2) : 0));
}

template <class T>
T distinct(std::uint64_t i) {
  // Multiplication by an odd constant permutes the residues of any power of two.
  const std::uint64_t scrambled = i * 0x9e3779b97f4a7c15ull;
  if constexpr (std::is_same_v<T, float>)
    return static_cast<float>(i * 0x9e3779b1u & 0xffffff) * 0x1p-24f;
  else if constexpr (std::is_same_v<T, double>)
    return static_cast<double>(scrambled & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
  else if constexpr (sizeof(T) == 4)
    return static_cast<T>(static_cast<std::uint32_t>(i) * 0x9e3779b1u);
  else
    return static_cast<T>(scrambled);
}

template <class T>
T element(std::size_t kind, std::uint64_t seed, std::uint64_t i, std::uint64_t n) {
  switch (kind) {
    case 0:
      return uniform<T>(random_word(seed, i));
    case 1:
      return T(1);
    case 2:
      return distinct<T>(i);
    case 3:
      return ranked<T>(i, n);
    case 4:
      return ranked<T>(n - 1 - i, n);
    case 5:
      return i % 2 == 0 ? T(7) : std::is_signed_v<T> ? T(-7) : T(0);
    case 6:
      return uniform<T>(random_word(seed ^ 0x5eed, random_word(seed, i) % 8));
    default: {
      const int offset = std::is_signed_v<T> ? -8 : 0;
      return static_cast<T>(static_cast<int>(random_word(seed, i) % 17) + offset);
    }
  }
}

std::size_t kind_of(const std::string& distribution) {
  const auto& names = distribution_names();
  for (std::size_t kind = 0; kind < names.size(); ++kind)
    if (names[kind] == distribution) return kind;
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

template <class T>
void generate(std::span<T> out, const std::string& distribution, std::uint64_t seed) {
  const std::size_t kind = kind_of(distribution);
  for_each_piece(out.size(), 64, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = element<T>(kind, seed, i, out.size());
  });
}

template void generate(std::span<std::int32_t>, const std::string&, std::uint64_t);
template void generate(std::span<std::uint32_t>, const std::string&, std::uint64_t);
template void generate(std::span<std::int64_t>, const std::string&, std::uint64_t);
template void generate(std::span<std::uint64_t>, const std::string&, std::uint64_t);
template void generate(std::span<float>, const std::string&, std::uint64_t);
template void generate(std::span<double>, const std::string&, std::uint64_t);

}  // namespace warpmark
