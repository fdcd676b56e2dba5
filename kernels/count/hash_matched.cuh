#include "common/warp.cuh"
#include "count/hash_table.cuh"

// A hash table per block in shared memory, which a warp fills with 32 keys at a time. Lanes with
// equal keys find each other first, so that no two lanes of a warp look for the same key, and a key
// that they share is added once. The table always has room for the keys of the next tile: a block
// whose table might not have moves all counts to the table in global memory, and starts again with
// an empty one.

namespace count {

// `slots` is a power of two, of which no more than three quarters are used.
template <int block, int slots>
struct flushed_table {
  static constexpr unsigned max_used = slots / 4 * 3;
  static_assert(block <= max_used);

  unsigned long long* keys;  // [slots]
  unsigned* counts;          // [slots]
  unsigned* used;

  // The block's threads call together.
  __device__ void clear() {
    for (int slot = threadIdx.x; slot < slots; slot += block) {
      keys[slot] = empty_slot;
      counts[slot] = 0;
    }
    if (threadIdx.x == 0) *used = 0;
    __syncthreads();
  }

  __device__ bool is_full() const { return *used + block > max_used; }

  // The block's threads call together.
  __device__ void flush_into(const global_table& table) {
    for (int slot = threadIdx.x; slot < slots; slot += block)
      if (counts[slot] != 0) table.add(keys[slot], counts[slot]);
  }

  // There is a slot that is empty or has the key.
  __device__ void add(unsigned long long key, unsigned times) {
    unsigned slot = hash_of(key) % slots;
    while (true) {
      unsigned long long held = const_cast<volatile unsigned long long&>(keys[slot]);
      if (held == empty_slot) {
        held = atomicCAS(keys + slot, empty_slot, key);
        if (held == empty_slot) {
          atomicAdd(used, 1u);
          held = key;
        }
      }
      if (held == key) break;
      slot = (slot + 1) % slots;
    }
    atomicAdd(counts + slot, times);
  }
};

// Keys above `last` are not counted. All threads of a block have equally many tiles.
template <class T, int block, int slots>
__global__ void __launch_bounds__(block)
    hash_matched(const T* input, unsigned long long* keys, unsigned long long* counts,
                 unsigned long long* marked, unsigned global_slots, size_t n,
                 unsigned long long last) {
  extern __shared__ unsigned long long shared[];
  __shared__ unsigned used;
  unsigned* const shared_counts = reinterpret_cast<unsigned*>(shared + slots);
  flushed_table<block, slots> near{shared, shared_counts, &used};
  const global_table far = {keys, counts, global_slots, marked};
  near.clear();
  for (size_t first = size_t(blockIdx.x) * block; first < n; first += size_t(gridDim.x) * block) {
    const size_t i = first + threadIdx.x;
    const unsigned long long key = i < n ? word_of(input[i]) : 0;
    const bool is_counted = i < n && key <= last;
    const unsigned counted = __ballot_sync(warp::all_lanes, is_counted);
    const unsigned peers = __match_any_sync(warp::all_lanes, key) & counted;
    const bool leads = is_counted && (peers & ((1u << threadIdx.x % 32) - 1)) == 0;
    if (leads) {
      if (key == empty_slot)
        atomicAdd(marked, (unsigned long long)__popc(peers));
      else
        near.add(key, __popc(peers));
    }
    __syncthreads();
    const bool is_full = near.is_full();
    __syncthreads();
    if (is_full) {
      near.flush_into(far);
      __syncthreads();
      near.clear();
    }
  }
  near.flush_into(far);
}

}  // namespace count
