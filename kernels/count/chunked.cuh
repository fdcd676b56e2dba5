#include "count/record.cuh"

// The three kernels of the chunked scheme. Each works on any number of chunks, items or lists, from
// one a launch to all at once, so that the host decides how many launches there are.

namespace count {

// A block a key: how many keys of its chunk equal it. The counter is zero before any thread adds,
// and is read after all have; the one thread that stores it stores zeros of no key, for a key
// always equals itself.
template <class T, int chunk>
__global__ void __launch_bounds__(chunk)
    count_if(const T* input, unsigned* counts, size_t first, size_t n) {
  __shared__ unsigned equal;
  const size_t item = first + blockIdx.x;
  if (item >= n) return;
  if (threadIdx.x == 0) equal = 0;
  __syncthreads();
  const size_t other = item / chunk * chunk + threadIdx.x;
  if (other < n && input[other] == input[item]) atomicAdd(&equal, 1u);
  __syncthreads();
  if (threadIdx.x == 0) counts[item] = equal;
}

// A block a chunk: the chunk's list, with a record at the place of each value's first key and gaps
// of count 0 elsewhere, also behind the end of the last chunk. Where a key was seen is known by its
// place, not by looking it up in a list whose empty records look like the key 0; and a value may
// well fill the whole chunk.
template <class T, int chunk>
__global__ void __launch_bounds__(chunk)
    list_chunk(const T* input, const unsigned* counts, record* lists, size_t first_chunk, size_t n,
               unsigned long long last) {
  __shared__ T keys[chunk];
  const size_t item = (first_chunk + blockIdx.x) * chunk + threadIdx.x;
  if (item < n) keys[threadIdx.x] = input[item];
  __syncthreads();
  record mine = {0, 0};
  if (item < n && word_of(keys[threadIdx.x]) <= last) {
    int place = 0;
    while (keys[place] != keys[threadIdx.x]) ++place;
    if (place == static_cast<int>(threadIdx.x)) mine = {word_of(keys[place]), counts[item]};
  }
  lists[item] = mine;
}

// Adds one record to a list: by a linear search for its value, else at the end.
__device__ inline unsigned add(record* list, unsigned length, size_t capacity, record more) {
  for (unsigned i = 0; i < length; ++i)
    if (list[i].value == more.value) {
      list[i].count += more.count;
      return length;
    }
  if (length == capacity) return length;
  list[length] = more;
  return length + 1;
}

// One thread merges `count` lists, the first of them number first + count * its block, into the
// list of their parent. Parents have `fanout` children, and a parent's first child starts its list.
template <bool gaps>
__global__ void merge_lists(const record* lists, const unsigned* list_lengths, size_t stride,
                            record* parents, unsigned* parent_lengths, size_t capacity,
                            size_t fanout, size_t first, size_t count, size_t total) {
  const size_t begin = first + blockIdx.x * count;
  const size_t end = begin + count < total ? begin + count : total;
  const size_t parent = begin / fanout;
  record* to = parents + parent * capacity;
  unsigned length = begin % fanout == 0 ? 0 : parent_lengths[parent];
  for (size_t list = begin; list < end; ++list) {
    const size_t records = gaps ? stride : list_lengths[list];
    for (size_t i = 0; i < records; ++i) {
      const record more = lists[list * stride + i];
      if (more.count != 0) length = add(to, length, capacity, more);
    }
  }
  parent_lengths[parent] = length;
}

}  // namespace count
