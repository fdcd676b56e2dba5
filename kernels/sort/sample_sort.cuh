#include "common/operators.cuh"
#include "common/warp_scan.cuh"
#include "merge/block_sort.cuh"
#include "merge/merge_path.cuh"
#include "sort/sample_tree.cuh"

// Sorts the buckets of a sample sort, all at once. Blocks sort the tiles of a bucket, then merge
// pairs of runs along merge paths in passes, of which a bucket of one tile needs none. All blocks
// have equal work in each pass, however long the buckets are.

namespace sort {

// How many passes merge that many tiles into one run.
__device__ inline unsigned merge_passes(unsigned tiles) {
  return tiles < 2 ? 0 : 32 - __clz(int(tiles - 1));
}

// The tiles of bucket b have the numbers from first_tile[b] on; buckets of equal keys have none.
// Two more: the number of all tiles, and of those of the longest bucket.
struct bucket_list {
  const unsigned *begins, *first_tile;
  unsigned buckets;

  __device__ unsigned tiles() const { return first_tile[buckets]; }
  __device__ unsigned passes() const { return merge_passes(first_tile[buckets + 1]); }
};

// A tile of a bucket.
struct bucket_tile {
  unsigned begin, length, tiles;  // of the bucket
  unsigned number;                // in the bucket

  // Found by all threads of the block: one of them has the bucket.
  __device__ bucket_tile(const bucket_list& list, unsigned tile, unsigned& found) {
    __syncthreads();  // `found` may be in use for the tile before
    for (unsigned b = threadIdx.x; b < list.buckets; b += blockDim.x)
      if (list.first_tile[b] <= tile && tile < list.first_tile[b + 1]) found = b;
    __syncthreads();
    const unsigned bucket = found;
    begin = list.begins[bucket];
    length = list.begins[bucket + 1] - begin;
    tiles = list.first_tile[bucket + 1] - list.first_tile[bucket];
    number = tile - list.first_tile[bucket];
  }
};

// By one block: where the buckets of `sums` keys begin, and their tiles.
template <class Bits, int block>
__global__ void __launch_bounds__(block)
    list_buckets(const unsigned* sums, const Bits* splitters, unsigned buckets, unsigned tile,
                 unsigned* begins, unsigned* first_tile) {
  using pair = unsigned long long;  // tiles, and keys in the lower half
  __shared__ pair of_warps[block / 32];
  __shared__ unsigned longest;
  if (threadIdx.x == 0) longest = 0;
  pair before = 0;
  for (unsigned first = 0; first < buckets; first += block) {
    const unsigned b = first + threadIdx.x;
    const unsigned keys = b < buckets ? sums[b] : 0;
    const unsigned tiles = holds_equal_keys(splitters, b, buckets) ? 0 : (keys + tile - 1) / tile;
    const pair own = pair(tiles) << 32 | keys;
    const pair inclusive = warp::inclusive_scan(own, ops::sum<pair>());
    if (threadIdx.x % 32 == 31) of_warps[threadIdx.x / 32] = inclusive;
    __syncthreads();
    pair at = before + inclusive - own;
    for (unsigned w = 0; w < block / 32; ++w) {
      if (w < threadIdx.x / 32) at += of_warps[w];
      before += of_warps[w];
    }
    if (b < buckets) {
      begins[b] = unsigned(at);
      first_tile[b] = unsigned(at >> 32);
      atomicMax(&longest, tiles);
    }
    __syncthreads();
  }
  if (threadIdx.x != 0) return;
  begins[buckets] = unsigned(before);
  first_tile[buckets] = unsigned(before >> 32);
  first_tile[buckets + 1] = longest;
}

// A block per tile. The last pass stores to the output, and each pass loads where the one before
// stored: an odd number of passes begins in place.
template <class Key, class Payload, int block, int items, class Method>
__global__ void __launch_bounds__(block)
    sort_bucket_tiles(Key* between, Payload* between_payload, Key* output, Payload* output_payload,
                      unsigned buckets, const unsigned* begins, const unsigned* first_tile) {
  using tile_type = merge::tile<typename ordered_key<Key>::bits, Payload, block, items>;
  extern __shared__ __align__(16) unsigned char dynamic[];
  __shared__ unsigned board[block], found;
  const bucket_list list{begins, first_tile, buckets};
  if (blockIdx.x >= list.tiles()) return;
  const bucket_tile at(list, blockIdx.x, found);
  const bool in_place = merge_passes(at.tiles) % 2 == 1;
  const unsigned first = at.number * tile_type::size, begin = at.begin + first;
  const unsigned left = at.length - first, count = left < tile_type::size ? left : tile_type::size;
  tile_type own(dynamic);
  merge::sort_tile<Method, Key>(own, board, between, between_payload, in_place ? between : output,
                                in_place ? between_payload : output_payload, begin, count);
}

// Pass number `pass` of all buckets that need it.
template <class Key, class Payload, int block, int items, class Method>
__global__ void __launch_bounds__(block)
    merge_bucket_tiles(Key* between, Payload* between_payload, Key* output, Payload* output_payload,
                       unsigned buckets, const unsigned* begins, const unsigned* first_tile,
                       unsigned pass) {
  using tile_type = merge::tile<typename ordered_key<Key>::bits, Payload, block, items>;
  extern __shared__ __align__(16) unsigned char dynamic[];
  __shared__ unsigned board[block], a_places[2], found;
  const bucket_list list{begins, first_tile, buckets};
  if (list.passes() <= pass) return;
  tile_type own(dynamic);
#pragma unroll 1
  for (unsigned tile = blockIdx.x; tile < list.tiles(); tile += gridDim.x) {
    const bucket_tile at(list, tile, found);
    const unsigned passes = merge_passes(at.tiles);
    if (passes <= pass) continue;
    const bool from_output = (passes - pass) % 2 == 0;
    const unsigned tiles_per_pair = 2u << pass;
    const merge::pair_of_runs of(at.length, size_t(tile_type::size) << pass,
                                 at.number / tiles_per_pair);
    const unsigned begin = at.number % tiles_per_pair * tile_type::size;
    const unsigned left = of.length() - begin;
    const unsigned count = left < tile_type::size ? left : tile_type::size;
    merge::merge_tile<Method, merge::fused_search>(
        own, board, a_places, (from_output ? output : between) + at.begin,
        (from_output ? output_payload : between_payload) + at.begin,
        (from_output ? between : output) + at.begin,
        (from_output ? between_payload : output_payload) + at.begin, of, begin, count, nullptr, 0);
  }
}

}  // namespace sort
