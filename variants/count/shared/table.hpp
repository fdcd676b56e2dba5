#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "variants/contract/family.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/oracle.hpp"
#include "variants/count/shared/plan_builder.hpp"

namespace warpmark::count {

/// The largest key, as an unsigned word, that is counted: of dense keys the last bin, of sparse
/// ones any.
std::uint64_t last_counted(const problem& problem);

/// A key's zero-extended bits, as records hold it.
template <class T>
std::uint64_t word_of(T key) {
  return static_cast<std::make_unsigned_t<T>>(key);
}

/// The keys and the records of a native call: the first two buffers of its step.
template <class T>
std::span<const T> keys_of(const native_context& context, std::size_t n) {
  return {static_cast<const T*>(context.buffers[0].address), n};
}

inline std::span<value_count> table_of(const native_context& context) {
  return {static_cast<value_count*>(context.buffers[1].address),
          context.buffers[1].size_bytes / sizeof(value_count)};
}

/// Work that grows with the square of n takes the interpreter hours.
constraint few_keys_to_interpret();

/// Kernels that append to a table count its records in a word of 32 bits, which the plan clears.
struct appended_table {
  std::size_t table;  ///< The output, cleared.
  std::size_t used;   ///< One word, cleared.
};

/// Clears the output of a plan whose kernels append to it.
appended_table add_appended_table(plan_builder& plan);

}  // namespace warpmark::count
