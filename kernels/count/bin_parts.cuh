#include "common/warp_scan.cuh"
#include "count/merge.cuh"
#include "count/private_counts.cuh"

// Partition, then count. The bins are divided into parts of 2^part_bits, which fit shared memory.
// Keys are moved to where the keys of their part are, in any order; of a key, only the number of
// its bin within the part is stored, in 16 bits. Blocks then count equal shares of these, a part at
// a time. There are at most as many parts as threads in a block.

namespace count {

// How many keys each part has. `sizes` are zeros when the kernel begins.
template <class T>
struct part_counter : counts_below<part_counter<T>, T> {
  unsigned* counters;  // [parts]
  unsigned part_bits;

  __device__ void add_bin(unsigned bin) { atomicAdd(counters + (bin >> part_bits), 1u); }
};

template <class T, int block, int unroll>
__global__ void __launch_bounds__(block)
    size_parts(const T* keys, size_t n, unsigned* sizes, unsigned bins, unsigned part_bits,
               unsigned parts) {
  __shared__ unsigned counters[block];
  part_counter<T> counter;
  counter.counters = counters;
  counter.bins = bins;
  counter.part_bits = part_bits;
  count_share<block, unroll>(keys, n, counter, [&] { clear_words<block>(counters, block); });
  __syncthreads();
  if (threadIdx.x < parts) add_to(sizes + threadIdx.x, counters[threadIdx.x]);
}

// The sum of the values of the threads before this one, and of all.
struct prefix {
  unsigned before, all;
};

template <int block>
__device__ prefix prefix_in_block(unsigned value) {
  constexpr unsigned warps = block / 32;
  __shared__ unsigned sums[warps];
  const auto plus = [](unsigned a, unsigned b) { return a + b; };
  const unsigned inclusive = warp::inclusive_scan(value, plus);
  if (threadIdx.x % 32 == 31) sums[threadIdx.x / 32] = inclusive;
  __syncthreads();
  prefix result{inclusive - value, 0};
  for (unsigned w = 0; w < warps; ++w) {
    if (w < threadIdx.x / 32) result.before += sums[w];
    result.all += sums[w];
  }
  return result;
}

// Where each part begins, in `begins` and once more in `ends`, which grow as keys are moved.
// begins[parts] is the number of keys that are counted. One block.
template <int block>
__global__ void __launch_bounds__(block)
    place_parts(const unsigned* sizes, unsigned* begins, unsigned* ends, unsigned parts) {
  const prefix sum = prefix_in_block<block>(threadIdx.x < parts ? sizes[threadIdx.x] : 0);
  if (threadIdx.x < parts) begins[threadIdx.x] = ends[threadIdx.x] = sum.before;
  if (threadIdx.x == 0) begins[parts] = sum.all;
}

// Moves one tile per block. Keys are ordered by part in shared memory first, so that neighbouring
// threads store to neighbouring addresses.
template <class T, int block, int items>
__global__ void __launch_bounds__(block)
    move_to_parts(const T* keys, size_t n, unsigned short* moved, unsigned* ends, unsigned bins,
                  unsigned part_bits) {
  constexpr int tile = block * items;
  __shared__ unsigned short within_part[tile], part_of[tile];
  __shared__ unsigned sizes[block], begins[block], targets[block];

  sizes[threadIdx.x] = 0;
  __syncthreads();
  unsigned bin[items], rank[items];
  const size_t first = size_t(blockIdx.x) * tile + threadIdx.x;
#pragma unroll
  for (int k = 0; k < items; ++k)
    bin[k] = first + k * block < n ? bin_of(keys[first + k * block]) : no_bin;
#pragma unroll
  for (int k = 0; k < items; ++k)
    if (bin[k] < bins) rank[k] = atomicAdd(sizes + (bin[k] >> part_bits), 1u);
  __syncthreads();

  const unsigned size = sizes[threadIdx.x];
  const prefix sum = prefix_in_block<block>(size);
  begins[threadIdx.x] = sum.before;
  // Modulo 2^32, as is the index that is added.
  if (size != 0) targets[threadIdx.x] = atomicAdd(ends + threadIdx.x, size) - sum.before;
  __syncthreads();
#pragma unroll
  for (int k = 0; k < items; ++k) {
    if (bin[k] >= bins) continue;
    const unsigned part = bin[k] >> part_bits;
    const unsigned place = begins[part] + rank[k];
    within_part[place] = bin[k] - (part << part_bits);
    part_of[place] = part;
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < sum.all; i += block)
    moved[targets[part_of[i]] + i] = within_part[i];
}

// Adds moved[begin..end), which are of one part, to its counters.
template <int block>
__device__ void count_moved(const unsigned short* moved, unsigned begin, unsigned end,
                            unsigned* counters) {
  const common::vector_span<unsigned short, 16> span(moved + begin, end - begin);
  for (size_t i = threadIdx.x; i < span.vectors; i += block) {
    const auto vector = span.wide[i];
#pragma unroll
    for (int lane = 0; lane < vector.width; ++lane) atomicAdd(counters + vector[lane], 1u);
  }
  if (threadIdx.x < span.head) atomicAdd(counters + moved[begin + threadIdx.x], 1u);
  const size_t tail = begin + span.tail_begin + threadIdx.x;
  if (tail < end) atomicAdd(counters + moved[tail], 1u);
}

// The part that has element `at` of those moved. Parts without any are passed over.
__device__ inline unsigned part_with(const unsigned* begins, unsigned parts, unsigned at) {
  unsigned part = 0;
  for (unsigned behind = parts; behind - part > 1;) {
    const unsigned middle = part + (behind - part) / 2;
    (begins[middle] <= at ? part : behind) = middle;
  }
  return part;
}

// `counts` are zeros when the kernel begins.
template <int block>
__global__ void __launch_bounds__(block)
    count_parts(const unsigned short* moved, const unsigned* begins, unsigned* counts,
                unsigned bins, unsigned part_bits, unsigned parts) {
  extern __shared__ unsigned counters[];  // [2^part_bits]
  const size_t all = begins[parts];
  unsigned at = all * blockIdx.x / gridDim.x;
  const unsigned end = all * (blockIdx.x + 1) / gridDim.x;
  while (at < end) {
    const unsigned part = part_with(begins, parts, at);
    const unsigned stop = begins[part + 1] < end ? begins[part + 1] : end;
    const unsigned first = part << part_bits;
    const unsigned size = bins - first < 1u << part_bits ? bins - first : 1u << part_bits;
    clear_words<block>(counters, size);
    __syncthreads();
    count_moved<block>(moved, at, stop, counters);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < size; bin += block)
      add_to(counts + first + bin, counters[bin]);
    __syncthreads();
    at = stop;
  }
}

}  // namespace count
