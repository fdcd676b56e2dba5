#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "variants/contract/family.hpp"

namespace warpmark::count {

/// A record of the output "table": a key's zero-extended bits, and how often it occurs. Records
/// whose count is 0 are unused, whatever their value.
struct value_count {
  std::uint64_t value;
  std::uint64_t count;
};

/// The expected counts of one input. Requires equality.
class oracle {
 public:
  /// Counts `keys`. `values`, ascending, are those that are counted; keys that are not among them
  /// are ignored.
  template <class T>
  oracle(std::span<const T> keys, const std::vector<T>& values);

  /// `counts` holds a 32-bit count for each of the values, in their order. Reports the first wrong
  /// one.
  oracle_result judge_counts(std::span<const std::byte> counts) const;

  /// `table` holds records in any order. Reports the first that repeats a value, has a wrong count
  /// or a value that no key has; if there is none, the first value that is missing, with the number
  /// of records as its index.
  oracle_result judge_table(std::span<const std::byte> table) const;

 private:
  std::vector<value_count> truth_;  ///< In the order of the values.
};

}  // namespace warpmark::count
