#include "common/grid_barrier.cuh"
#include "common/ticket.cuh"
#include "sort/radix_board.cuh"
#include "sort/radix_matching.cuh"
#include "sort/radix_tile.cuh"

// All digits in one launch of a resident grid, one tile per block. Blocks learn from a board where
// the keys of each digit go, and synchronise before they read what others wrote. Every block reads
// all counts, which replaces histograms and look-back.

namespace sort {

// State that is zeros before and after every launch; two boards follow.
struct radix_grid_state {
  unsigned left;  // blocks that have finished
  unsigned unused;
  common::grid_barrier barriers[8];
};

// `between` has room for n ordered keys.
template <class Key, class Payload, int block, int items, class Matching, int blocks_per_sm>
__global__ void __launch_bounds__(block, blocks_per_sm)
    radix_cooperative(const Key* input, const Payload* input_payload, Key* output,
                      Payload* output_payload, typename ordered_key<Key>::bits* between,
                      Payload* between_payload, unsigned n, radix_grid_state* state) {
  using bits = typename ordered_key<Key>::bits;
  using tile = radix_tile<bits, Payload, block, items, Matching>;
  static_assert(tile::digits_each == 1 && tile::size < 1 << 14);
  constexpr unsigned last_byte = sizeof(Key) - 1;
  extern __shared__ __align__(16) unsigned char dynamic[];
  auto& shared = reinterpret_cast<typename tile::storage&>(dynamic);
  __shared__ typename tile::totals totals[2];
  __shared__ unsigned all[radix_digits], before[radix_digits];
  __shared__ bool is_last;
  unsigned* const boards = reinterpret_cast<unsigned*>(state + 1);
  bits* const ordered_output = reinterpret_cast<bits*>(output);

  const unsigned first = blockIdx.x * tile::size;
  const unsigned present = n - first < tile::size ? n - first : tile::size;
#pragma unroll 1
  for (unsigned byte = 0; byte <= last_byte; ++byte) {
    const bool is_odd = byte % 2 == 1;
    const radix_board board(boards, byte);
    tile own;
    tile::clear(shared, byte);
    if (tile::has_digits()) all[threadIdx.x] = before[threadIdx.x] = 0;
    if (byte == 0) {
      own.load(input + first, present);
      own.load_payload(input_payload + first, present);
    } else {
      own.load((is_odd ? between : ordered_output) + first, present);
      own.load_payload((is_odd ? between_payload : output_payload) + first, present);
    }
    own.count_digits(shared, byte);
    __syncthreads();
    own.sum_counts(shared);
    if (tile::has_digits()) board.post(own.count[0]);
    own.place_digits(shared, totals[0]);
    own.rank(shared);
    board.template gather<block>(all, before);
    __syncthreads();

    unsigned counted[1] = {tile::has_digits() ? all[threadIdx.x] : 0};
    const unsigned begin = tile::before_digits(counted, totals[1]);
    if (tile::has_digits())
      shared.offsets[threadIdx.x] = begin + before[threadIdx.x] - own.start[0];
    __syncthreads();
    if (byte == last_byte) {
      tile::store(shared, output, output_payload, present, byte);
    } else {
      tile::store(shared, is_odd ? ordered_output : between,
                  is_odd ? output_payload : between_payload, present, byte);
      common::grid_barrier::wait(&state->barriers[byte]);
      if (byte + 1 == last_byte) board.clear(blockIdx.x, blockIdx.x + 1);
    }
  }

  if (threadIdx.x == 0) is_last = common::is_last_block(&state->left);  // to read the board
  __syncthreads();
  if (is_last) radix_board(boards, last_byte).clear(0, gridDim.x);
}

}  // namespace sort
