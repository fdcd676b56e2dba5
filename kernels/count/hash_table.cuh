#pragma once

#include "common/memory_order.cuh"
#include "count/record.cuh"

// Open addressing with linear probing (Knuth, volume 3, section 6.4, algorithm L). A slot is
// claimed by exchanging the empty marker for the key and never released, so a thread that finds a
// key's slot may add to its count at once.

namespace count {

inline constexpr unsigned long long empty_slot = ~0ull;

// The finalizer of MurmurHash3 (Appleby): every bit of the result depends on all bits of the key.
__device__ inline unsigned hash_of(unsigned long long word) {
  word = (word ^ word >> 33) * 0xff51afd7ed558ccdull;
  word = (word ^ word >> 33) * 0xc4ceb9fe1a85ec53ull;
  return static_cast<unsigned>(word >> 32);
}

// The table in global memory: any number of slots, at least one per distinct key.
struct global_table {
  unsigned long long* keys;
  unsigned long long* counts;
  unsigned slots;
  unsigned long long* marked;  ///< The count of the key that equals the marker.

  __device__ void add(unsigned long long key, unsigned long long times) const {
    if (key == empty_slot) {
      atomicAdd(marked, times);
      return;
    }
    unsigned slot = __umulhi(hash_of(key), slots);
    for (unsigned probe = 0; probe < slots; ++probe) {
      unsigned long long held = memory::load_relaxed(keys + slot);
      if (held == empty_slot) {
        held = atomicCAS(keys + slot, empty_slot, key);
        if (held == empty_slot) held = key;
      }
      if (held == key) {
        atomicAdd(counts + slot, times);
        return;
      }
      slot = slot + 1 == slots ? 0 : slot + 1;
    }
  }
};

}  // namespace count
