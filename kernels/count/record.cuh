#pragma once

// The output of the table variants: one record per distinct key, with the key's zero-extended bits
// and its number of occurrences. A record whose count is 0 is unused, whatever its value: 0 is a
// valid key.

namespace count {

struct alignas(16) record {
  unsigned long long value;
  unsigned long long count;
};

template <class T>
__device__ unsigned long long word_of(T key) {
  if constexpr (sizeof(T) == 4) return static_cast<unsigned>(key);
  return static_cast<unsigned long long>(key);
}

// Takes the next unused record of a table for `value`. If there are more distinct keys than
// records, the rest are dropped, which verification detects; nothing is written past the end.
__device__ inline void append(record* table, unsigned* used, unsigned records,
                              unsigned long long value, unsigned long long times) {
  const unsigned slot = atomicAdd(used, 1u);
  if (slot < records) table[slot] = {value, times};
}

}  // namespace count
