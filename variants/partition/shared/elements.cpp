#include "variants/partition/shared/elements.hpp"

#include <algorithm>
#include <limits>

#include "variants/contract/distribution.hpp"
#include "variants/contract/parallel.hpp"

namespace warpmark::partition {
namespace {

constexpr std::uint64_t exact_values = 17;  // -8 to 8, or 0 to 16
constexpr int grid_bits = 24;               // of uniform floats

// floor(value * percent / 100) without overflow.
std::uint64_t share(std::uint64_t count, std::uint64_t percent) {
  return count / 100 * percent + count % 100 * percent / 100;
}

std::uint64_t percent_of(const problem& problem) {
  return static_cast<std::uint64_t>(problem.integer("selectivity"));
}

std::uint64_t count_of(const problem& problem) {
  return static_cast<std::uint64_t>(problem.integer("n"));
}

// The last of the `chosen` smallest, where `rank` counts the type's values from the lowest.
template <class T>
T last_of_lowest(std::uint64_t chosen) {
  const std::uint64_t rank = chosen == 0 ? 0 : chosen - 1;
  return static_cast<T>(static_cast<std::uint64_t>(std::numeric_limits<T>::lowest()) + rank);
}

template <class T>
T uniform_pivot(std::uint64_t percent) {
  if constexpr (std::is_floating_point_v<T>) {
    const auto chosen = static_cast<double>(share(std::uint64_t{1} << grid_bits, percent));
    return static_cast<T>((chosen - 1) / (1 << (grid_bits - 1)) - 1);
  } else {
    // The share of one value more than the largest word: 2^64 does not fit a word.
    if (percent == 100) return std::numeric_limits<T>::max();
    constexpr std::uint64_t largest = std::numeric_limits<std::make_unsigned_t<T>>::max();
    return last_of_lowest<T>(largest / 100 * percent + (largest % 100 + 1) * percent / 100);
  }
}

template <class T>
T sorted_pivot(std::uint64_t n, std::uint64_t percent) {
  if constexpr (std::is_floating_point_v<T>) {
    const double rank = static_cast<double>(share(n, percent)) - 1;
    return static_cast<T>(2.0 * rank / static_cast<double>(std::max<std::uint64_t>(n, 1)) - 1.0);
  } else {
    // More elements than values: each value several times.
    if (sizeof(T) == 4) n = std::min(n, std::uint64_t{1} << 32);
    const auto chosen = static_cast<std::int64_t>(share(n, percent));
    const auto middle = static_cast<std::int64_t>(std::is_signed_v<T> ? n / 2 : 0);
    constexpr auto lowest = static_cast<std::int64_t>(std::numeric_limits<T>::lowest());
    return static_cast<T>(std::max(chosen - 1 - middle, lowest));
  }
}

template <class T>
T exact_pivot(std::uint64_t percent) {
  const auto chosen = static_cast<int>(share(exact_values, percent));
  if constexpr (std::is_signed_v<T>)
    return static_cast<T>(chosen - 1 - 8);
  else
    return static_cast<T>(std::max(chosen - 1, 0));
}

template <class T>
T published(std::size_t i) {
  return static_cast<T>((i + 600) % 9 * 200 + (i + 500) % 8 * 20 + (i + 400) % 7 * 10);
}

}  // namespace

const std::vector<element_type>& partitioned_types() {
  static const std::vector<element_type> types = {element_type::u32, element_type::i32,
                                                  element_type::f32, element_type::u64};
  return types;
}

const std::vector<std::string>& distributions() {
  static const std::vector<std::string> names = {"uniform",     "constant",     "sorted",
                                                 "alternating", "few_distinct", "exact",
                                                 "special",     "published"};
  return names;
}

template <class T>
void generate_elements(std::span<T> out, const problem& problem, std::uint64_t seed) {
  const std::string& distribution = problem.text("dist");
  if (distribution != "published") return generate<T>(out, distribution, seed);
  for_each_piece(out.size(), 64, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = published<T>(i);
  });
}

template <class T>
T pivot_of(const problem& problem) {
  const std::string& distribution = problem.text("dist");
  const std::uint64_t percent = percent_of(problem);
  if (distribution == "sorted") return sorted_pivot<T>(count_of(problem), percent);
  if (distribution == "exact") return exact_pivot<T>(percent);
  if (distribution == "constant") return T{1};
  if (distribution == "alternating") return std::is_signed_v<T> ? static_cast<T>(-7) : T{0};
  if (distribution == "special") return std::is_floating_point_v<T> ? T{0} : T{1};
  if (distribution == "published") return T{1000};
  return uniform_pivot<T>(percent);
}

#define WARPMARK_INSTANTIATE(T)                                                 \
  template void generate_elements(std::span<T>, const problem&, std::uint64_t); \
  template T pivot_of(const problem&);
WARPMARK_INSTANTIATE(std::uint32_t)
WARPMARK_INSTANTIATE(std::int32_t)
WARPMARK_INSTANTIATE(float)
WARPMARK_INSTANTIATE(std::uint64_t)
#undef WARPMARK_INSTANTIATE

}  // namespace warpmark::partition
