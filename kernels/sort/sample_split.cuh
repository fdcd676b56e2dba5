#include "common/operators.cuh"
#include "common/warp_scan.cuh"
#include "sort/payload.cuh"
#include "sort/sample_tree.cuh"

// Distributes keys to the buckets of a sample sort, stably: each block counts its share of the
// keys, `tiles_each` consecutive tiles, and after a scan of the counts moves the same share.

namespace sort {

struct share_of_keys {
  unsigned first, end;

  __device__ share_of_keys(unsigned n, unsigned size) : first(blockIdx.x * size) {
    end = n - first < size ? n : first + size;
  }
};

// counts[bucket][block]: how many keys of the block's share each bucket takes.
template <class Key, int block, int items>
__global__ void __launch_bounds__(block)
    sample_count(const Key* input, unsigned n, unsigned buckets, unsigned tiles_each,
                 const typename ordered_key<Key>::bits* splitters, unsigned* counts) {
  using bits = typename ordered_key<Key>::bits;
  extern __shared__ __align__(16) unsigned char dynamic[];
  const splitter_tree<bits> tree(reinterpret_cast<bits*>(dynamic), buckets);
  unsigned* const own = reinterpret_cast<unsigned*>(tree.nodes + tree.slots(buckets));
  tree.load(splitters);
  for (unsigned b = threadIdx.x; b < buckets; b += block) own[b] = 0;
  __syncthreads();
  const share_of_keys share(n, tiles_each * (block * items));
  for (unsigned i = share.first + threadIdx.x; i < share.end; i += block * items) {
    bits key[items];
    unsigned bucket[items];
#pragma unroll
    for (int k = 0; k < items; ++k)
      key[k] = i + k * block < share.end ? ordered_key<Key>::from(input[i + k * block]) : 0;
    tree.find(key, bucket);
#pragma unroll
    for (int k = 0; k < items; ++k)
      if (i + k * block < share.end) atomicAdd(own + bucket[k], 1u);
  }
  __syncthreads();
  for (unsigned b = threadIdx.x; b < buckets; b += block)
    counts[size_t(b) * gridDim.x + blockIdx.x] = own[b];
}

// A tile's keys, each with its rank among the keys of the same bucket and warp. Warp w has
// 32 * items consecutive keys, so that ranks keep the order of the input.
template <class Key, class Payload, int block, int items>
struct sample_tile {
  using bits = typename ordered_key<Key>::bits;
  static constexpr unsigned size = block * items, warps = block / 32;
  static_assert(size <= 1 << 16);

  // Of dynamic shared memory.
  struct storage {
    splitter_tree<bits> tree;
    bits* keys;
    Payload* payloads;
    unsigned *next, *shift;  // where a bucket's next key goes, and that less its first slot
    unsigned short *bucket, *counters;  // of each slot; of each warp and bucket

    __device__ storage(unsigned char* room, unsigned buckets)
        : tree(reinterpret_cast<bits*>(room), buckets) {
      keys = tree.nodes + tree.slots(buckets);
      next = reinterpret_cast<unsigned*>(keys + size);
      shift = next + buckets;
      payloads = reinterpret_cast<Payload*>(shift + buckets);
      bucket =
          reinterpret_cast<unsigned short*>(shift + buckets + (is_payload<Payload> ? size : 0));
      counters = bucket + size;
    }
  };

  bits key[items];
  Payload payload[items];
  unsigned bucket[items];
  unsigned short rank[items];

  __device__ static unsigned index(int k) {
    return threadIdx.x / 32 * (32 * items) + k * 32 + threadIdx.x % 32;
  }

  __device__ void load(const Key* keys, const Payload* payloads, unsigned present) {
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const bool has = index(k) < present;
      key[k] = has ? ordered_key<Key>::from(keys[index(k)]) : 0;
      if constexpr (is_payload<Payload>)
        if (has) payload[k] = payloads[index(k)];
    }
  }

  // Ranks the keys and leaves the warp's counts.
  __device__ void rank_in_warp(const storage& shared, unsigned present) {
    const unsigned buckets = shared.tree.buckets, lane = threadIdx.x % 32;
    unsigned short* const counters = shared.counters + threadIdx.x / 32 * buckets;
    for (unsigned b = lane; b < buckets; b += 32) counters[b] = 0;
    __syncwarp();
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const bool has = index(k) < present;
      const unsigned equal = __match_any_sync(warp::all_lanes, has ? bucket[k] : buckets);
      const unsigned before = has ? counters[bucket[k]] : 0;
      rank[k] = before + __popc(equal & ((1u << lane) - 1));
      __syncwarp();
      if (has && lane == __ffs(equal) - 1) counters[bucket[k]] = before + __popc(equal);
      __syncwarp();
    }
  }

  // Replaces the counts of warps by the first slot of each warp's keys of each bucket.
  __device__ static void place_buckets(const storage& shared, unsigned (&of_warps)[warps]) {
    const unsigned buckets = shared.tree.buckets, each = (buckets + block - 1) / block;
    const unsigned first = threadIdx.x * each;
    const unsigned end = first + each < buckets ? first + each : buckets;
    unsigned own = 0;
    for (unsigned b = first; b < end; ++b)
      for (unsigned w = 0; w < warps; ++w) own += shared.counters[w * buckets + b];
    const unsigned inclusive = warp::inclusive_scan(own, ops::sum<unsigned>());
    if (threadIdx.x % 32 == 31) of_warps[threadIdx.x / 32] = inclusive;
    __syncthreads();
    unsigned slot = inclusive - own;
    for (unsigned w = 0; w < threadIdx.x / 32; ++w) slot += of_warps[w];
    for (unsigned b = first; b < end; ++b) {
      const unsigned begin = slot;
      for (unsigned w = 0; w < warps; ++w) {
        unsigned short& counter = shared.counters[w * buckets + b];
        const unsigned counted = counter;
        counter = slot;
        slot += counted;
      }
      shared.shift[b] = shared.next[b] - begin;
      shared.next[b] += slot - begin;
    }
  }

  __device__ void put_in_order(const storage& shared, unsigned present) const {
    const unsigned short* const slots = shared.counters + threadIdx.x / 32 * shared.tree.buckets;
#pragma unroll
    for (int k = 0; k < items; ++k) {
      if (index(k) >= present) continue;
      const unsigned slot = slots[bucket[k]] + rank[k];
      shared.keys[slot] = key[k];
      shared.bucket[slot] = bucket[k];
      if constexpr (is_payload<Payload>) shared.payloads[slot] = payload[k];
    }
  }
};

// `before` has the scanned counts, `begins` where each bucket begins. Keys of buckets of equal keys
// are final: they go to the output, the others to `between`.
template <class Key, class Payload, int block, int items>
__global__ void __launch_bounds__(block)
    sample_scatter(const Key* input, const Payload* input_payload, Key* output,
                   Payload* output_payload, Key* between, Payload* between_payload, unsigned n,
                   unsigned buckets, unsigned tiles_each,
                   const typename ordered_key<Key>::bits* splitters, const unsigned* before,
                   const unsigned* begins) {
  using tile_type = sample_tile<Key, Payload, block, items>;
  extern __shared__ __align__(16) unsigned char dynamic[];
  __shared__ unsigned of_warps[tile_type::warps];
  const typename tile_type::storage shared(dynamic, buckets);
  shared.tree.load(splitters);
  for (unsigned b = threadIdx.x; b < buckets; b += block)
    shared.next[b] = begins[b] + before[size_t(b) * gridDim.x + blockIdx.x];
  __syncthreads();
  const share_of_keys share(n, tiles_each * tile_type::size);
#pragma unroll 1
  for (unsigned first = share.first; first < share.end; first += tile_type::size) {
    const unsigned left = share.end - first,
                   present = left < tile_type::size ? left : tile_type::size;
    tile_type own;
    own.load(input + first, input_payload + first, present);
    shared.tree.find(own.key, own.bucket);
    own.rank_in_warp(shared, present);
    __syncthreads();
    tile_type::place_buckets(shared, of_warps);
    __syncthreads();
    own.put_in_order(shared, present);
    __syncthreads();
    for (unsigned slot = threadIdx.x; slot < present; slot += block) {
      const unsigned bucket = shared.bucket[slot], to = shared.shift[bucket] + slot;
      const bool is_final = holds_equal_keys(shared.tree.splitters, bucket, buckets);
      (is_final ? output : between)[to] = ordered_key<Key>::to(shared.keys[slot]);
      if constexpr (is_payload<Payload>)
        (is_final ? output_payload : between_payload)[to] = shared.payloads[slot];
    }
  }
}

}  // namespace sort
