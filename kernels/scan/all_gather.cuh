#include "common/dependent_launch.cuh"
#include "common/ticket.cuh"
#include "scan/vector_tile.cuh"
#include "scan/wave_board.cuh"

// A resident grid processes the tiles in waves. Each block scans its tile in registers, posts its
// aggregate on a board, and sums what the blocks before it have posted.

namespace scan {

// `state`: a ticket in the first 16 bytes, then the words of the board.
template <class In, class Out, class Op, bool inclusive, int block, int rows, int blocks_per_sm>
__global__ void __launch_bounds__(block, blocks_per_sm)
    all_gather(const In* input, Out* output, size_t n, unsigned* state,
               typename Op::value* posted) {
  using value = typename Op::value;
  using tiles = vector_tiles<In, Out, Op, block, rows>;
  constexpr unsigned warps = block / 32;
  __shared__ value warp_total[2][warps];  // of even and odd waves: some warps may be one ahead
  __shared__ value shared_prefix;
  __shared__ bool is_last;

  const tiles data(input, output, n);
  const wave_board<value, 1> board(state + 4, posted);
  const unsigned warp_index = threadIdx.x / 32;
  Op op;
  value carry = Op::identity();  // of the previous waves; in thread 0
  board.prefetch();
  dependent_launch::wait_and_trigger();

  for (unsigned wave = 0;; ++wave) {
    const size_t first_tile = size_t(wave) * gridDim.x;
    const size_t tile = first_tile + blockIdx.x;
    if (tile >= data.count()) break;
    typename tiles::vector_in fetched[rows];
    data.fetch(fetched, tile);
    typename tiles::registers mine;
    data.lift(mine, fetched, tile, op);
    const value total = mine.scan(op);
    if (threadIdx.x % 32 == 0) warp_total[wave % 2][warp_index] = total;
    __syncthreads();
    if (warp_index == 0) {
      value all = threadIdx.x < warps ? warp_total[wave % 2][threadIdx.x] : Op::identity();
      all = warp::exchange_down::fold(all, op);
      if (threadIdx.x == 0) board.post(wave, all);
      __syncwarp();  // its own lanes read it, too
      // After the last wave no block needs its total, and not every block has a tile in it.
      const bool is_last_wave = first_tile + gridDim.x >= data.count();
      value before;
      gather(board, wave, is_last_wave ? blockIdx.x : gridDim.x, before, all, op);
      if (threadIdx.x == 0) {
        shared_prefix = op(carry, before);
        carry = op(carry, all);
      }
    }
    __syncthreads();
    value prefix = shared_prefix;
    for (unsigned w = 0; w < warp_index; ++w) prefix = op(prefix, warp_total[wave % 2][w]);
    data.template store<inclusive>(mine, tile, prefix, op);
  }

  if (threadIdx.x == 0) is_last = common::is_last_block(state);  // to read the board
  __syncthreads();
  if (is_last) board.clear();
}

}  // namespace scan
