#pragma once

#include "common/memory_order.cuh"

// Where the blocks of a resident grid tell each other what their tiles fold to, wave by wave. A
// block posts its tile of wave w + 1 only when it has read the whole of wave w; so whoever posts
// wave w + 2 knows that all have read wave w, and two boards in turn suffice however long the input
// is. Posts carry their wave's number: nothing needs clearing between waves.

namespace scan {

template <class T, bool one_word = sizeof(T) == 4>
class wave_board;

// The value and the number of its wave in one word.
template <class T>
class wave_board<T, true> {
 public:
  __device__ wave_board(unsigned* state, T*) : words_(reinterpret_cast<word*>(state)) {}

  __device__ void post(unsigned wave, T value) const {
    memory::store_relaxed(at(wave, blockIdx.x),
                          word(wave + 1) << 32 | reinterpret_cast<const unsigned&>(value));
  }

  // Whether block `from` has posted; then `value` is what.
  __device__ bool read(unsigned wave, unsigned from, T& value) const {
    const word seen = memory::load_relaxed(at(wave, from));
    const unsigned bits = unsigned(seen);
    value = reinterpret_cast<const T&>(bits);
    return unsigned(seen >> 32) == wave + 1;
  }

  // Whoever is the last to have read everything leaves zeros for the next launch.
  __device__ void clear() const {
    for (unsigned i = threadIdx.x; i < 2 * gridDim.x; i += blockDim.x) words_[i] = 0;
  }

 private:
  using word = unsigned long long;
  __device__ word* at(unsigned wave, unsigned from) const {
    return words_ + (wave % 2 * gridDim.x + from);
  }
  word* words_;
};

// Wider values lie beside their numbers, which are released after them and acquired before.
template <class T>
class wave_board<T, false> {
 public:
  __device__ wave_board(unsigned* state, T* values) : numbers_(state), values_(values) {}

  __device__ void post(unsigned wave, T value) const {
    values_[at(wave, blockIdx.x)] = value;
    memory::store_release(numbers_ + at(wave, blockIdx.x), wave + 1);
  }

  __device__ bool read(unsigned wave, unsigned from, T& value) const {
    if (memory::load_acquire(numbers_ + at(wave, from)) != wave + 1) return false;
    value = values_[at(wave, from)];
    return true;
  }

  __device__ void clear() const {
    for (unsigned i = threadIdx.x; i < 2 * gridDim.x; i += blockDim.x) numbers_[i] = 0;
  }

 private:
  __device__ unsigned at(unsigned wave, unsigned from) const { return wave % 2 * gridDim.x + from; }
  unsigned* numbers_;
  T* values_;
};

}  // namespace scan
