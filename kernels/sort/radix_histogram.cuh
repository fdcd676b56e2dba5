#include "common/dependent_launch.cuh"
#include "common/memory_order.cuh"
#include "common/ticket.cuh"
#include "common/vectors.cuh"
#include "common/warp.cuh"
#include "sort/ordered_key.cuh"
#include "sort/radix_digit.cuh"

// Counts how often each value of each digit occurs, for all digits in one pass.

namespace sort {

// `copies` adjacent counters per value; a lane uses the one with its number modulo `copies`, which
// reduces bank conflicts within a warp.
template <class Key, int copies>
__device__ void count_all_digits(Key key, unsigned* counters) {
  const auto bits = ordered_key<Key>::from(key);
#pragma unroll
  for (unsigned byte = 0; byte < sizeof(Key); ++byte) {
    const unsigned which = byte * radix_digits + radix_digit(bits, byte);
    atomicAdd(counters + which * copies + threadIdx.x % copies, 1u);
  }
}

// By one warp: a bit for each byte in which keys differ, or for the last byte if they are all
// equal. They do not differ if all have the digit of the first key.
template <class Key>
__device__ unsigned bytes_that_differ(const Key* input, size_t n, const unsigned* histogram) {
  constexpr unsigned bytes = sizeof(Key);
  const unsigned byte = threadIdx.x % 32;
  bool differ = false;
  if (byte < bytes && n > 0) {
    const unsigned digit = radix_digit(ordered_key<Key>::from(input[0]), byte);
    differ = memory::load_relaxed(histogram + byte * radix_digits + digit) != n;
  }
  const unsigned found = __ballot_sync(warp::all_lanes, differ);
  return found != 0 ? found : 1u << (bytes - 1);
}

// Adds to `histogram`, which has radix_digits counters per byte of a key, and clears `vectors`
// vectors of `statuses`. If `finds_active`, sets `active` to the bytes that a sort has to look at;
// `counted_blocks` is zero before and after.
template <class Key, int block, int copies, int min_blocks, bool finds_active>
__global__ void __launch_bounds__(block, min_blocks)
    radix_histogram(const Key* input, size_t n, unsigned* histogram, uint4* statuses,
                    size_t vectors, unsigned* counted_blocks, unsigned* active) {
  constexpr int counters = int(sizeof(Key)) * radix_digits;
  constexpr int rows = 4;  // vectors in flight per thread
  extern __shared__ __align__(16) unsigned char dynamic[];
  unsigned* const counted = reinterpret_cast<unsigned*>(dynamic);
  for (int i = threadIdx.x; i < counters * copies; i += block) counted[i] = 0;
  dependent_launch::wait_and_trigger();
  __syncthreads();

  const size_t first = size_t(blockIdx.x) * block + threadIdx.x;
  const size_t stride = size_t(gridDim.x) * block;
  const common::vector_span<Key, 16> span(input, n);
  using vector = typename common::vector_span<Key, 16>::vector;
  for (size_t i = first; i < span.vectors; i += rows * stride) {
    vector held[rows];
#pragma unroll
    for (int r = 0; r < rows; ++r)
      if (i + r * stride < span.vectors) held[r] = span.wide[i + r * stride];
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      if (i + r * stride >= span.vectors) break;
#pragma unroll
      for (int e = 0; e < vector::width; ++e) count_all_digits<Key, copies>(held[r][e], counted);
    }
  }
  if (first < span.head) count_all_digits<Key, copies>(input[first], counted);
  if (first < n - span.tail_begin)
    count_all_digits<Key, copies>(input[span.tail_begin + first], counted);
  for (size_t i = first; i < vectors; i += stride) statuses[i] = uint4{0, 0, 0, 0};
  __syncthreads();

  for (int i = threadIdx.x; i < counters; i += block) {
    unsigned sum = 0;
#pragma unroll
    for (int c = 0; c < copies; ++c) sum += counted[i * copies + (c + threadIdx.x) % copies];
    if (sum != 0) atomicAdd(histogram + i, sum);
  }

  if constexpr (finds_active) {
    __shared__ bool is_last;
    __syncthreads();
    if (threadIdx.x == 0) is_last = common::is_last_block(counted_blocks);
    __syncthreads();
    if (is_last && threadIdx.x < 32) {
      __threadfence();  // the ticket before the others' sums
      const unsigned found = bytes_that_differ(input, n, histogram);
      if (threadIdx.x == 0) *active = found;
    }
  }
}

}  // namespace sort
