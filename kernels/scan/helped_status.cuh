#pragma once

#include "scan/tile_status.cuh"

// Statuses of tiles that another block than the tile's own may publish, too: the aggregate, if
// there is no status yet.

namespace scan {

template <class T, bool one_word = sizeof(T) == 4>
class helped_statuses;

template <class T>
class helped_statuses<T, true> : public tile_statuses<T, true> {
 public:
  __device__ helped_statuses(unsigned* zeroed, T* values, unsigned)
      : tile_statuses<T, true>(zeroed, values),
        words_(reinterpret_cast<common::tagged_word*>(zeroed)) {}

  __device__ void publish_for_other(size_t tile, T aggregate) const {
    atomicCAS(words_ + tile, common::tagged_word(0),
              common::with_tag(unsigned(known::aggregate), aggregate));
  }

 private:
  common::tagged_word* words_;
};

// Wider values: a tile has a third slot, for the aggregate of the one other block that has claimed
// it. A block that stops between claim and release delays nobody: others only lack its help.
template <class T>
class helped_statuses<T, false> {
 public:
  __device__ helped_statuses(unsigned* zeroed, T* values, unsigned tiles)
      : kinds_(zeroed), claims_(zeroed + tiles), values_(values) {}

  __device__ void publish(size_t tile, known kind, T value) const {
    *place(tile, unsigned(kind)) = value;
    memory::store_release(kinds_ + tile, unsigned(kind));
  }

  __device__ void publish_for_other(size_t tile, T aggregate) const {
    if (atomicExch(claims_ + tile, 1u) != 0) return;
    *place(tile, by_other) = aggregate;
    __threadfence();
    atomicCAS(kinds_ + tile, unsigned(known::nothing), by_other);
  }

  __device__ known read(size_t tile, T& value) const {
    const unsigned kind = memory::load_acquire(kinds_ + tile);
    if (kind == unsigned(known::nothing)) return known::nothing;
    value = *place(tile, kind);
    return kind == unsigned(known::inclusive) ? known::inclusive : known::aggregate;
  }

 private:
  static constexpr unsigned by_other = 3;  // the kind of such an aggregate
  __device__ T* place(size_t tile, unsigned kind) const { return values_ + 3 * tile + (kind - 1); }
  unsigned* kinds_;
  unsigned* claims_;
  T* values_;
};

}  // namespace scan
