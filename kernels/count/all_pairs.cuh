#include "count/record.cuh"

// Every key is compared with every key. A thread keeps `items` keys in registers, and the block
// iterates over all keys in tiles of shared memory. Keys at lower indices only tell whether a key
// has occurred before; keys at the same or a higher index are counted. So the first of equal keys,
// and only that one, has counted them all, and its thread writes the record.

namespace count {

// The keys of one thread: `items` of the block's, `block` apart.
template <class T, int block, int items>
struct kept_keys {
  T key[items];
  size_t index[items];
  bool repeated[items];
  unsigned times[items];

  __device__ kept_keys(const T* input, size_t begin, size_t n) {
    for (int item = 0; item < items; ++item) {
      index[item] = begin + item * block + threadIdx.x;
      key[item] = index[item] < n ? input[index[item]] : T();
      repeated[item] = false;
      times[item] = 0;
    }
  }

  __device__ void see_in_front(T other) {
    for (int item = 0; item < items; ++item) repeated[item] |= key[item] == other;
  }

  __device__ void see_behind(T other) {
    for (int item = 0; item < items; ++item) times[item] += key[item] == other;
  }

  __device__ void see_at(size_t place, T other) {
    for (int item = 0; item < items; ++item) {
      const bool equal = key[item] == other;
      const bool in_front = place < index[item];
      repeated[item] |= equal & in_front;
      times[item] += equal & !in_front;
    }
  }
};

template <class T, int block, int tile, int items>
__global__ void __launch_bounds__(block)
    all_pairs(const T* input, record* table, unsigned* used, size_t n, unsigned long long last,
              unsigned records) {
  __shared__ alignas(16) T keys[tile];
  const size_t begin = size_t(blockIdx.x) * (block * items);
  const size_t end = begin + block * items;
  kept_keys<T, block, items> kept(input, begin, n);

  for (size_t from = 0; from < n; from += tile) {
    const int length = n - from < tile ? static_cast<int>(n - from) : tile;
    __syncthreads();
    for (int i = threadIdx.x; i < length; i += block) keys[i] = input[from + i];
    __syncthreads();
    if (length == tile && from + tile <= begin) {
#pragma unroll 16
      for (int i = 0; i < tile; ++i) kept.see_in_front(keys[i]);
    } else if (length == tile && from >= end) {
#pragma unroll 16
      for (int i = 0; i < tile; ++i) kept.see_behind(keys[i]);
    } else {
      for (int i = 0; i < length; ++i) kept.see_at(from + i, keys[i]);
    }
  }

  for (int item = 0; item < items; ++item) {
    const unsigned long long value = word_of(kept.key[item]);
    if (kept.index[item] < n && !kept.repeated[item] && value <= last)
      append(table, used, records, value, kept.times[item]);
  }
}

}  // namespace count
