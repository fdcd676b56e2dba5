#include "sort/radix_matching.cuh"
#include "sort/radix_tile.cuh"

// One pass of a least-significant-digit radix sort by three kernels (Merrill and Grimshaw, 2011).
// Each block of the upsweep counts the digits of its share of the keys, `tiles_each` consecutive
// tiles. A scan turns the counts of all blocks into where each block's keys of each digit begin.
// The same blocks of the downsweep put their tiles in order one after another. No block waits for
// another, but keys are read twice.

namespace sort {

// The keys of a block: the share of all blocks but the last is full.
__device__ inline unsigned end_of_share(unsigned n, unsigned first, unsigned size) {
  return n - first < size ? n : first + size;
}

// counts[digit][block]: how often each digit occurs in the share of each block.
template <class In, int block, int items>
__global__ void __launch_bounds__(block) radix_upsweep(const In* input, unsigned n, unsigned byte,
                                                       unsigned tiles_each, unsigned* counts) {
  constexpr int warps = block / 32;
  __shared__ unsigned counters[warps][radix_digits];
  for (unsigned i = threadIdx.x; i < warps * radix_digits; i += block) counters[0][i] = 0;
  __syncthreads();
  const unsigned share = tiles_each * (block * items), first = blockIdx.x * share;
  const unsigned end = end_of_share(n, first, share);
  unsigned* const own = counters[threadIdx.x / 32];
  for (unsigned i = first + threadIdx.x; i < end; i += block * items) {
    typename ordered_key<In>::bits keys[items];
#pragma unroll
    for (int k = 0; k < items; ++k)
      if (i + k * block < end) keys[k] = ordered_key<In>::from(input[i + k * block]);
#pragma unroll
    for (int k = 0; k < items; ++k)
      if (i + k * block < end) atomicAdd(own + radix_digit(keys[k], byte), 1u);
  }
  __syncthreads();
  for (unsigned d = threadIdx.x; d < radix_digits; d += block) {
    unsigned sum = 0;
#pragma unroll
    for (int w = 0; w < warps; ++w) sum += counters[w][d];
    counts[size_t(d) * gridDim.x + blockIdx.x] = sum;
  }
}

// Replaces each row of counts by its exclusive scan, and writes its sum: one warp per digit.
template <int block>
__global__ void __launch_bounds__(block)
    radix_scan_counts(unsigned* counts, unsigned blocks, unsigned* sums) {
  constexpr int loads = 8;  // in flight per lane
  const unsigned digit = blockIdx.x * (block / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  unsigned* const row = counts + size_t(digit) * blocks;
  unsigned before = 0;
  for (unsigned first = 0; first < blocks; first += 32 * loads) {
    unsigned count[loads];
#pragma unroll
    for (int l = 0; l < loads; ++l) {
      const unsigned i = first + 32 * l + lane;
      count[l] = i < blocks ? row[i] : 0;
    }
#pragma unroll
    for (int l = 0; l < loads; ++l) {
      const unsigned i = first + 32 * l + lane;
      const unsigned inclusive = warp::inclusive_scan(count[l], ops::sum<unsigned>());
      if (i < blocks) row[i] = before + inclusive - count[l];
      before += warp::shuffle_from(inclusive, 31);
    }
  }
  if (lane == 0) sums[digit] = before;
}

// `begins` has the scanned counts, `sums` how often each digit occurs in all keys.
template <class In, class Out, class Payload, int block, int items, class Matching, int min_blocks>
__global__ void __launch_bounds__(block, min_blocks)
    radix_downsweep(const In* input, const Payload* input_payload, Out* output,
                    Payload* output_payload, unsigned n, unsigned byte, unsigned tiles_each,
                    const unsigned* begins, const unsigned* sums) {
  using tile_type = radix_tile<typename ordered_key<In>::bits, Payload, block, items, Matching>;
  extern __shared__ __align__(16) unsigned char dynamic[];
  auto& shared = reinterpret_cast<typename tile_type::storage&>(dynamic);
  __shared__ typename tile_type::totals totals[2];

  unsigned begin[tile_type::digits_each] = {};
  if (tile_type::has_digits()) {
#pragma unroll
    for (int e = 0; e < tile_type::digits_each; ++e) begin[e] = sums[tile_type::digit(e)];
  }
  unsigned next = tile_type::before_digits(begin, totals[1]);
  if (tile_type::has_digits()) {
#pragma unroll
    for (int e = 0; e < tile_type::digits_each; ++e) {
      const unsigned sum = begin[e];
      begin[e] = next + begins[size_t(tile_type::digit(e)) * gridDim.x + blockIdx.x];
      next += sum;
    }
  }

  const unsigned share = tiles_each * tile_type::size, share_begin = blockIdx.x * share;
  const unsigned end = end_of_share(n, share_begin, share);
#pragma unroll 1
  for (unsigned first = share_begin; first < end; first += tile_type::size) {
    const unsigned present = end - first < tile_type::size ? end - first : tile_type::size;
    tile_type tile;
    tile_type::clear(shared, byte);
    tile.load(input + first, present);
    tile.load_payload(input_payload + first, present);
    tile.count_digits(shared, byte);
    __syncthreads();
    tile.sum_counts(shared);
    tile.place_digits(shared, totals[0]);
    tile.rank(shared);
    if (tile_type::has_digits()) {
#pragma unroll
      for (int e = 0; e < tile_type::digits_each; ++e) {
        shared.offsets[tile_type::digit(e)] = begin[e] - tile.start[e];
        begin[e] += tile.count[e];
      }
    }
    __syncthreads();
    tile_type::store(shared, output, output_payload, present, byte);
  }
}

}  // namespace sort
