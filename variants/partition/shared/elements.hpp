#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "variants/contract/element_type.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark::partition {

/// Types that the family's elements may have.
const std::vector<element_type>& partitioned_types();

/// Names of the "dist" axis: some that all families have, and "published", the numbers of
/// ballot-2022: (i + 600) % 9 * 200 + (i + 500) % 8 * 20 + (i + 400) % 7 * 10.
const std::vector<std::string>& distributions();

/// Fills `out` with the problem's elements.
template <class T>
void generate_elements(std::span<T> out, const problem& problem, std::uint64_t seed);

/// The pivot, which follows from the problem alone. With s percent asked for and
///  uniform, few_distinct   M equally likely values (2^32, 2^64; f32: 2^24 on a grid),
///  exact                   M = 17 of them,
///  sorted                  M = n different ones,
/// it is the floor(M*s/100)th smallest, so that s percent are at most it: in expectation, or of
/// `sorted` exactly. With s = 0 it is the grid's next value below all; integers have none, and the
/// smallest takes its place. The others have their own shares: of `constant`, all are equal to the
/// pivot; of `alternating`, every other one, and the rest are above; of `special`, the pivot is 0,
/// of integers 1; of `published`, 1000.
template <class T>
T pivot_of(const problem& problem);

/// Calls `f(std::type_identity<T>{})` with the host type of one of those types.
template <class F>
decltype(auto) dispatch_partitioned(element_type type, F&& f) {
  switch (type) {
    case element_type::i32:
      return std::forward<F>(f)(std::type_identity<std::int32_t>{});
    case element_type::f32:
      return std::forward<F>(f)(std::type_identity<float>{});
    case element_type::u64:
      return std::forward<F>(f)(std::type_identity<std::uint64_t>{});
    default:
      return std::forward<F>(f)(std::type_identity<std::uint32_t>{});
  }
}

}  // namespace warpmark::partition
