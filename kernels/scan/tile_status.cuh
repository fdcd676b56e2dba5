#pragma once

#include "common/memory_order.cuh"
#include "common/tagged_word.cuh"

// The statuses that tiles publish for all tiles after them. Zeros mean: nothing yet.

namespace scan {

// What a tile has published: nothing, its aggregate, or its inclusive prefix.
enum class known : unsigned { nothing, aggregate, inclusive };

template <class T, bool one_word = sizeof(T) == 4>
class tile_statuses;

// Kind and value in one word, so that neither can be seen without the other.
template <class T>
class tile_statuses<T, true> {
 public:
  __device__ tile_statuses(unsigned* zeroed, T*) : words_(reinterpret_cast<word*>(zeroed)) {}

  __device__ void publish(size_t tile, known kind, T value) const {
    memory::store_relaxed(words_ + tile, common::with_tag(unsigned(kind), value));
  }

  // What the tile has published; unless it is nothing, `value` is the aggregate or the prefix.
  __device__ known read(size_t tile, T& value) const {
    const word seen = memory::load_relaxed(words_ + tile);
    value = common::value_of<T>(seen);
    return known(common::tag_of(seen));
  }

  // By all threads of one block, after the last read.
  __device__ void clear(unsigned tiles) const {
    for (unsigned i = threadIdx.x; i < tiles; i += blockDim.x) words_[i] = 0;
  }

 private:
  using word = common::tagged_word;
  word* words_;
};

// Wider values are in an array of their own; their kinds are released after them and acquired
// before. A tile has a slot for the aggregate and one for the prefix: one may be read while the
// other is written.
template <class T>
class tile_statuses<T, false> {
 public:
  __device__ tile_statuses(unsigned* zeroed, T* values) : kinds_(zeroed), values_(values) {}

  __device__ void publish(size_t tile, known kind, T value) const {
    *place(tile, kind) = value;
    memory::store_release(kinds_ + tile, unsigned(kind));
  }

  __device__ known read(size_t tile, T& value) const {
    const known kind = known(memory::load_acquire(kinds_ + tile));
    if (kind != known::nothing) value = *place(tile, kind);
    return kind;
  }

  __device__ void clear(unsigned tiles) const {
    for (unsigned i = threadIdx.x; i < tiles; i += blockDim.x) kinds_[i] = 0;
  }

 private:
  __device__ T* place(size_t tile, known kind) const {
    return values_ + 2 * tile + (kind == known::inclusive);
  }
  unsigned* kinds_;
  T* values_;
};

}  // namespace scan
