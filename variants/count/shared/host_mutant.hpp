#pragma once

#include "variants/contract/mutant.hpp"
#include "variants/count/shared/table.hpp"

namespace warpmark::count {

/// A mutant of count/host_openmp, of 8-bit keys and with four threads, that makes its table by
/// `count_keys(keys, threads, table)`; the table is clear.
using byte_counter = void (*)(std::span<const std::uint8_t>, int, std::span<value_count>);
variant host_mutant(mutant_case shown, byte_counter count_keys);

/// The index of the first record that holds `value`, of the first `records` of a table; `records`
/// if there is none.
std::size_t place_of(std::uint64_t value, std::span<const value_count> table, std::size_t records);

/// How many of the keys from `first` on equal keys[first].
std::uint64_t times_from(std::span<const std::uint8_t> keys, std::size_t first);

}  // namespace warpmark::count
