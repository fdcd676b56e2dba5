#pragma once

#include "common/memory_order.cuh"
#include "common/prefetch.cuh"
#include "common/tagged_word.cuh"
#include "common/warp_fold.cuh"

// A board on which the blocks of a resident grid post the aggregates of their tiles, wave by wave.
//
// A block may post wave w after it has read all of wave w - ahead. So a block that has read wave w
// - ahead knows that all blocks have read wave w - 2 * ahead, and 2 * ahead boards in rotation
// suffice for any length of the input. Posts carry the number of their wave, so no board is cleared
// in between.

namespace scan {

template <class T, int ahead, bool one_word = sizeof(T) == 4 || sizeof(T) == 8>
class wave_board;

// The value and the number of its wave in one word.
template <class T, int ahead>
class wave_board<T, ahead, true> {
 public:
  using value = T;
  static constexpr unsigned boards = 2 * ahead;
  __device__ wave_board(unsigned* state, T*) : words_(reinterpret_cast<word*>(state)) {}

  __device__ void post(unsigned wave, T value) const {
    memory::store_relaxed(at(wave, blockIdx.x), tagging::with_tag(wave + 1, value));
  }

  // Whether block `from` has posted; then `value` is its value.
  __device__ bool read(unsigned wave, unsigned from, T& value) const {
    const word seen = memory::load_relaxed(at(wave, from));
    value = common::value_of<T>(seen);
    return common::tag_of(seen) == wave + 1;
  }

  // Of the first wave, by all threads of the block, long before it is read.
  __device__ void prefetch() const {
    constexpr unsigned words = 32 / sizeof(word);  // in a sector
    for (unsigned i = words * threadIdx.x; i < gridDim.x; i += words * blockDim.x)
      memory::prefetch(words_ + i);
  }

  // The last block to have read everything restores the zeros for the next launch.
  __device__ void clear() const {
    for (unsigned i = threadIdx.x; i < boards * gridDim.x; i += blockDim.x) words_[i] = word();
  }

 private:
  using tagging = common::tagging<T>;
  using word = typename tagging::word;
  __device__ word* at(unsigned wave, unsigned from) const {
    return words_ + (wave % boards * gridDim.x + from);
  }
  word* words_;
};

// Wider values are in an array of their own; their numbers are released after them and acquired
// before.
template <class T, int ahead>
class wave_board<T, ahead, false> {
 public:
  using value = T;
  static constexpr unsigned boards = 2 * ahead;
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

  __device__ void prefetch() const {
    for (unsigned i = 8 * threadIdx.x; i < gridDim.x; i += 8 * blockDim.x)
      memory::prefetch(numbers_ + i);
  }

  __device__ void clear() const {
    for (unsigned i = threadIdx.x; i < boards * gridDim.x; i += blockDim.x) numbers_[i] = 0;
  }

 private:
  __device__ unsigned at(unsigned wave, unsigned from) const {
    return wave % boards * gridDim.x + from;
  }
  unsigned* numbers_;
  T* values_;
};

// The totals of the blocks before this one and of the first `blocks` blocks in a wave, both in lane
// 0 of the calling warp. Posts are lifted to the operator's values. If the order matters, a lane
// reads neighbouring blocks.
template <class Board, class Op>
__device__ void gather(const Board& board, unsigned wave, unsigned blocks,
                       typename Op::value& before, typename Op::value& all, Op op) {
  constexpr int polls = 8;  // loads in flight per lane
  const unsigned lane = threadIdx.x % 32;
  const unsigned each = (gridDim.x + 31) / 32;
  before = all = Op::identity();
  for (unsigned base = 0; base < each; base += polls) {
    typename Board::value seen[polls];
    const auto source = [&](int p) {
      return Op::commutative ? lane + 32 * (base + p) : lane * each + base + p;
    };
    const auto counts = [&](int p) { return base + p < each && source(p) < blocks; };
    bool waits;
    do {
      waits = false;
#pragma unroll
      for (int p = 0; p < polls; ++p)
        if (counts(p)) waits |= !board.read(wave, source(p), seen[p]);
    } while (waits);
#pragma unroll
    for (int p = 0; p < polls; ++p) {
      if (!counts(p)) continue;
      const auto value = op.lift(seen[p], source(p));
      all = op(all, value);
      if (source(p) < blockIdx.x) before = op(before, value);
    }
  }
  __syncwarp();
  before = warp::exchange_down::fold(before, op);
  all = warp::exchange_down::fold(all, op);
}

}  // namespace scan
