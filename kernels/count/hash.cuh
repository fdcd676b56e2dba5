#include "common/dependent_launch.cuh"
#include "count/hash_table.cuh"

// Each block counts in a small table of its own in shared memory. A key that finds no slot there
// within `probes`, and the block's table at the end, go to the table in global memory. A key equal
// to the marker of empty slots has a separate counter.

namespace count {

// The table of a block; `slots` is a power of two.
template <int block, int slots, int probes>
struct shared_table {
  unsigned long long keys[slots];
  unsigned counts[slots];

  __device__ void clear() {
    for (int slot = threadIdx.x; slot < slots; slot += block) {
      keys[slot] = empty_slot;
      counts[slot] = 0;
    }
    __syncthreads();
  }

  // Returns false if there is no slot for the key within `probes`.
  __device__ bool add(unsigned long long key) {
    if (key == empty_slot) return false;
    unsigned slot = hash_of(key) % slots;
    for (int probe = 0; probe < probes; ++probe) {
      unsigned long long held = const_cast<volatile unsigned long long&>(keys[slot]);
      if (held == empty_slot) {
        held = atomicCAS(keys + slot, empty_slot, key);
        if (held == empty_slot) held = key;
      }
      if (held == key) {
        atomicAdd(counts + slot, 1u);
        return true;
      }
      slot = (slot + 1) % slots;
    }
    return false;
  }

  __device__ void empty_into(const global_table& table) {
    __syncthreads();
    for (int slot = threadIdx.x; slot < slots; slot += block)
      if (counts[slot] != 0) table.add(keys[slot], counts[slot]);
  }
};

// No table in shared memory: each key goes to the global table.
template <int block, int probes>
struct shared_table<block, 0, probes> {
  __device__ void clear() {}
  __device__ bool add(unsigned long long) { return false; }
  __device__ void empty_into(const global_table&) {}
};

template <class T, int block, int slots, int probes>
__global__ void __launch_bounds__(block)
    hash(const T* input, unsigned long long* keys, unsigned long long* counts,
         unsigned long long* marked, unsigned global_slots, size_t n, unsigned long long last) {
  __shared__ shared_table<block, slots, probes> near;
  const global_table far = {keys, counts, global_slots, marked};
  near.clear();
  dependent_launch::wait_and_trigger();
  const size_t threads = size_t(gridDim.x) * block;
  for (size_t i = size_t(blockIdx.x) * block + threadIdx.x; i < n; i += threads) {
    const unsigned long long key = word_of(input[i]);
    if (key <= last && !near.add(key)) far.add(key, 1);
  }
  near.empty_into(far);
}

// Writes a record for each claimed slot.
template <int block>
__global__ void __launch_bounds__(block)
    list_slots(const unsigned long long* keys, const unsigned long long* counts,
               const unsigned long long* marked, unsigned slots, record* table, unsigned* used,
               unsigned records) {
  const size_t slot = size_t(blockIdx.x) * block + threadIdx.x;
  dependent_launch::wait_and_trigger();
  if (slot < slots && keys[slot] != empty_slot)
    append(table, used, records, keys[slot], counts[slot]);
  if (slot == 0 && *marked != 0) append(table, used, records, empty_slot, *marked);
}

}  // namespace count
