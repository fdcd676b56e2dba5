#pragma once

#include "common/memory_order.cuh"
#include "common/prefetch.cuh"
#include "common/tagged_word.cuh"
#include "common/warp_redux.cuh"

// Each block of a resident grid posts one value to all blocks after it. Every block has a row, with
// a place for each block before it, which it alone reads and clears. So the state, gridDim.x rows
// of as many places, is zeros after the kernel as it was before, and no block waits for the last.

namespace common {

// What the specialisations below share: indices of places, and the order of reading. All functions
// are called by one full warp.
template <class Rows, class T>
class post_rows_base {
 public:
  // Long before take().
  __device__ void prefetch() const {
    constexpr unsigned step = 32 / Rows::place_bytes;
    const unsigned end = blockIdx.x + step < gridDim.x ? blockIdx.x + step : gridDim.x;
    for (unsigned place = threadIdx.x % 32 * step; place < end; place += 32 * step)
      memory::prefetch(rows().address(place));
  }

  // All lanes have equal values.
  __device__ void post(T value) const {
    for (unsigned to = blockIdx.x + 1 + threadIdx.x % 32; to < gridDim.x; to += 32)
      rows().write(to * gridDim.x + blockIdx.x, value);
  }

  // The total of what the blocks before have posted, in every lane. If the order matters, a lane
  // reads neighbouring places.
  template <class Op>
  __device__ T take(Op op) const {
    constexpr unsigned polls = 4;  // loads in flight; more cost more in instruction fetches
    const unsigned lane = threadIdx.x % 32;
    const unsigned each = (blockIdx.x + 31) / 32;
    T all = Op::identity();
#pragma unroll 1
    for (unsigned base = 0; base < each; base += polls) {
      T seen[polls];
      unsigned place[polls];
#pragma unroll
      for (unsigned p = 0; p < polls; ++p) {
        place[p] = Op::commutative ? lane + 32 * (base + p) : lane * each + base + p;
        if (base + p >= each) place[p] = gridDim.x;
        seen[p] = Op::identity();
      }
      bool waits;
      do {
        waits = false;
#pragma unroll
        for (unsigned p = 0; p < polls; ++p)
          if (place[p] < blockIdx.x) waits |= !rows().read(place[p], seen[p]);
      } while (waits);
#pragma unroll
      for (unsigned p = 0; p < polls; ++p) {
        all = op(all, seen[p]);
        if (place[p] < blockIdx.x) rows().clear(place[p]);
      }
    }
    __syncwarp();
    return warp::total_of(all, op);
  }

 private:
  __device__ const Rows& rows() const { return *static_cast<const Rows*>(this); }
};

template <class T, bool one_word = sizeof(T) == 4>
class post_rows;

// Values of 4 bytes, each in one word with a flag.
template <class T>
class post_rows<T, true> : public post_rows_base<post_rows<T, true>, T> {
 public:
  static constexpr unsigned place_bytes = 8;
  __device__ post_rows(unsigned* state, T*) : words_(reinterpret_cast<tagged_word*>(state)) {}

 private:
  friend post_rows_base<post_rows, T>;
  __device__ tagged_word* own(unsigned place) const {
    return words_ + (blockIdx.x * gridDim.x + place);
  }
  __device__ const void* address(unsigned place) const { return own(place); }
  __device__ void write(unsigned index, T value) const {
    memory::store_relaxed(words_ + index, with_tag(1, value));
  }
  __device__ bool read(unsigned place, T& value) const {
    const tagged_word seen = memory::load_relaxed(own(place));
    value = value_of<T>(seen);
    return tag_of(seen) != 0;
  }
  __device__ void clear(unsigned place) const { *own(place) = 0; }

  tagged_word* words_;
};

// Wider values are in an array of their own; their flags are released after them and acquired
// before.
template <class T>
class post_rows<T, false> : public post_rows_base<post_rows<T, false>, T> {
 public:
  static constexpr unsigned place_bytes = 4;
  __device__ post_rows(unsigned* state, T* values) : flags_(state), values_(values) {}

 private:
  friend post_rows_base<post_rows, T>;
  __device__ unsigned index(unsigned place) const { return blockIdx.x * gridDim.x + place; }
  __device__ const void* address(unsigned place) const { return flags_ + index(place); }
  __device__ void write(unsigned to, T value) const {
    values_[to] = value;
    memory::store_release(flags_ + to, 1u);
  }
  __device__ bool read(unsigned place, T& value) const {
    if (memory::load_acquire(flags_ + index(place)) == 0) return false;
    value = values_[index(place)];
    return true;
  }
  __device__ void clear(unsigned place) const { flags_[index(place)] = 0; }

  unsigned* flags_;
  T* values_;
};

}  // namespace common
