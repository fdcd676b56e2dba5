#include "common/dependent_launch.cuh"
#include "count/record.cuh"

// The three kernels of the chunked scheme. Each processes any number of chunks, items or lists,
// from one per launch to all at once, so that the host decides the number of launches.

namespace count {

// One block per key: counts the equal keys of its chunk. The counter is zero before any thread
// adds, and is read after all have added. The count is never zero, for a key equals itself.
template <class T, int chunk>
__global__ void __launch_bounds__(chunk)
    count_if(const T* input, unsigned* counts, size_t first, size_t n) {
  __shared__ unsigned equal;
  const size_t item = first + blockIdx.x;
  if (item >= n) return;
  if (threadIdx.x == 0) equal = 0;
  dependent_launch::wait_and_trigger();
  __syncthreads();
  const size_t other = item / chunk * chunk + threadIdx.x;
  if (other < n && input[other] == input[item]) atomicAdd(&equal, 1u);
  __syncthreads();
  if (threadIdx.x == 0) counts[item] = equal;
}

// One block per chunk: writes the chunk's list, with a record at the index of each value's first
// key and gaps of count 0 elsewhere, also after the end of the last chunk. Whether a key is the
// first of its value follows from its index; a lookup in the list would mistake an empty record for
// the key 0. A value may fill a full chunk.
template <class T, int chunk>
__global__ void __launch_bounds__(chunk)
    list_chunk(const T* input, const unsigned* counts, record* lists, size_t first_chunk, size_t n,
               unsigned long long last) {
  __shared__ T keys[chunk];
  const size_t item = (first_chunk + blockIdx.x) * chunk + threadIdx.x;
  dependent_launch::wait_and_trigger();
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

// One thread merges `count` lists, starting with list first + count * blockIdx.x, into the list of
// their parent. Parents have `fanout` children, and a parent's first child starts its list.
template <bool gaps>
__global__ void merge_lists(const record* lists, const unsigned* list_lengths, size_t stride,
                            record* parents, unsigned* parent_lengths, size_t capacity,
                            size_t fanout, size_t first, size_t count, size_t total) {
  const size_t begin = first + blockIdx.x * count;
  const size_t end = begin + count < total ? begin + count : total;
  const size_t parent = begin / fanout;
  record* to = parents + parent * capacity;
  dependent_launch::wait_and_trigger();
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
