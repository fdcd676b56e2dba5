#pragma once

// What the table-making variants make: a record for each distinct key, of the key's bits
// with zeros in front of them and how often it stands in the input. A record whose
// count is 0 is unused, whatever its value: a key 0 is as good as any.

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

// Takes the next unused record of a table for `value`. More distinct keys than the table has
// records are lost, which a checker then sees; nothing is written behind its end.
__device__ inline void append(record* table, unsigned* used, unsigned records,
                              unsigned long long value, unsigned long long times) {
  const unsigned slot = atomicAdd(used, 1u);
  if (slot < records) table[slot] = {value, times};
}

}  // namespace count
