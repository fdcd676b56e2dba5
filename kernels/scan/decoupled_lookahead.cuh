#include "common/warp_scan.cuh"
#include "scan/vector_tile.cuh"
#include "scan/wave_board.cuh"
#include "scan/wave_warps.cuh"

// As all_gather, but computing warps wait neither for memory nor for other blocks. They reduce a
// tile as soon as it has arrived in a ring in shared memory, and scan and store it `ahead` tiles
// later. Three other warps request tiles, post the tiles' aggregates, and gather the prefixes.
// Warps synchronise by barriers in shared memory, never all at once.

namespace scan {

// Where a tile is held between its reduction and its scan: in the ring, or in registers, which
// frees the ring for tiles in flight.
struct in_ring {};
struct in_registers {};

template <class In, class Out, class Op, bool inclusive, int block, int rows, int stages, int ahead,
          class Hold>
struct lookahead {
  using value = typename Op::value;
  using tiles = vector_tiles<In, Out, Op, block, rows>;
  using vector_in = typename tiles::vector_in;
  using board_type = wave_board<value, ahead + 1>;
  static constexpr bool holds = ops::same<Hold, in_registers>;
  static constexpr int warps = block / 32;
  static constexpr int kept = ahead + 1;  // tiles between reduction and store

  struct storage : wave_barriers<stages, kept> {
    value warp_total[kept][warps];
    value warp_prefix[kept][warps];
    bool is_last;
  };

  const tiles data;
  const board_type board;
  storage& shared;
  vector_in* ring;  // [stages][block * rows]
  const wave_share share;
  Op op;

  __device__ lookahead(const tiles& input_tiles, unsigned* posts, value* posted, storage& memory,
                       vector_in* dynamic)
      : data(input_tiles),
        board(posts, posted),
        shared(memory),
        ring(dynamic),
        share(data.count()) {}

  __device__ void fetch(vector_in (&to)[rows], unsigned wave) const {
    const size_t tile = share.tile_of(wave);
    data.fetch(to, tile, ring + wave % stages * (block * rows), data.vector_bytes(tile));
  }

  __device__ void fold(vector_in (&held)[rows], unsigned wave) {
    const size_t tile = share.tile_of(wave);
    bulk::wait(shared.full[wave % stages], wave / stages % 2);
    fetch(held, wave);
    value total = Op::identity();
    if (Op::commutative && data.is_full_tile(tile)) {
#pragma unroll
      for (int r = 0; r < rows; ++r)
        total = common::fold_vector(op, total, held[r],
                                    tile * tiles::size + tiles::vector_index(r) * tiles::width);
      total = warp::exchange_down::fold(total, op);
    } else {
      typename tiles::registers lifted;
      data.lift(lifted, held, tile, op);
      total = lifted.scan(op);
    }
    if (threadIdx.x % 32 == 0) shared.warp_total[wave % kept][threadIdx.x / 32] = total;
    arrive_for_warp(shared.reduced[wave % kept]);
    if constexpr (holds) arrive_for_warp(shared.empty[wave % stages]);
  }

  __device__ void scan_and_store(vector_in (&held)[rows], unsigned wave) {
    if constexpr (!holds) {
      fetch(held, wave);
      arrive_for_warp(shared.empty[wave % stages]);
    }
    typename tiles::registers lifted;
    data.lift(lifted, held, share.tile_of(wave), op);
    lifted.scan(op);
    bulk::wait(shared.ready[wave % kept], wave / kept % 2);
    const value prefix = shared.warp_prefix[wave % kept][threadIdx.x / 32];
    data.template store<inclusive>(lifted, share.tile_of(wave), prefix, op);
  }

  __device__ void compute() {
    if constexpr (holds) {
      vector_in held[kept][rows];
      for (unsigned first = 0; first < share.mine + ahead; first += kept) {
        // Unrolled, so that registers are indexed by constants: tile w - ahead is in the registers
        // that tile w + 1 will use.
#pragma unroll
        for (int k = 0; k < kept; ++k) {
          const unsigned wave = first + k;
          if (wave < share.mine) fold(held[k], wave);
          if (wave >= ahead && wave - ahead < share.mine)
            scan_and_store(held[(k + 1) % kept], wave - ahead);
        }
      }
    } else {
      for (unsigned wave = 0; wave < share.mine + ahead; ++wave) {
        vector_in held[rows];
        if (wave < share.mine) fold(held, wave);
        if (wave >= ahead) scan_and_store(held, wave - ahead);
      }
    }
  }

  // Requests the tiles, each as soon as its stage of the ring is free. Called by one lane.
  __device__ void request() {
    for (unsigned wave = 0; wave < share.mine; ++wave) {
      const unsigned stage = wave % stages;
      if (wave >= stages) bulk::wait(shared.empty[stage], (wave / stages - 1) % 2);
      const unsigned bytes = data.vector_bytes(share.tile_of(wave));
      bulk::arrive_and_expect(shared.full[stage], bytes);
      if (bytes != 0)
        bulk::load(ring + stage * (block * rows), data.input + share.tile_of(wave) * tiles::size,
                   bytes, shared.full[stage]);
    }
  }

  // Posts each tile's aggregate, but not the last one's: no block reads it, so that nothing would
  // order the post with the clearing of the board.
  __device__ void post() {
    const unsigned lane = threadIdx.x % 32;
    for (unsigned wave = 0; wave < share.mine; ++wave) {
      bulk::wait(shared.reduced[wave % kept], wave / kept % 2);
      value total = lane < warps ? shared.warp_total[wave % kept][lane] : Op::identity();
      total = warp::exchange_down::fold(total, op);
      // The warps have reduced this tile, so they have stored tile wave - ahead - 1, and its wave
      // has been gathered: the board is free.
      if (lane == 0 && share.tile_of(wave) + 1 != data.count()) board.post(wave, total);
    }
  }

  // Gathers the exclusive prefix of each tile, and passes each computing warp its own.
  __device__ void gather_prefixes() {
    const unsigned lane = threadIdx.x % 32;
    value carry = Op::identity();  // of the previous waves; in lane 0
    for (unsigned wave = 0; wave < share.mine; ++wave) {
      const unsigned slot = wave % kept;
      bulk::wait(shared.reduced[slot], wave / kept % 2);
      const value upto =
          warp::inclusive_scan(lane < warps ? shared.warp_total[slot][lane] : Op::identity(), op);
      const value warps_before = warp::shuffle_up(upto, 1);
      value before, all;
      // After the last wave no block needs its total, and not every block has a tile in it.
      gather(board, wave, wave + 1 == share.waves ? blockIdx.x : gridDim.x, before, all, op);
      value prefix = warp::shuffle_from(op(carry, before), 0);
      carry = op(carry, all);
      if (lane > 0) prefix = op(prefix, warps_before);
      if (lane < warps) shared.warp_prefix[slot][lane] = prefix;
      arrive_for_warp(shared.ready[slot]);
    }
  }

  __device__ void run(unsigned* ticket) {
    if (threadIdx.x == 0) {
      shared.init(warps);
    }
    run_wave_warps<block>(*this, ticket);
  }
};

// `state`: a ticket in the first 16 bytes, then the words of the board. The block has three warps
// more than `block`.
template <class In, class Out, class Op, bool inclusive, int block, int rows, int stages, int ahead,
          class Hold, int blocks_per_sm>
__global__ void __launch_bounds__(block + 96, blocks_per_sm)
    decoupled_lookahead(const In* input, Out* output, size_t n, unsigned* state,
                        typename Op::value* posted) {
  using algorithm = lookahead<In, Out, Op, inclusive, block, rows, stages, ahead, Hold>;
  extern __shared__ __align__(128) unsigned char dynamic[];
  __shared__ typename algorithm::storage shared;
  algorithm(typename algorithm::tiles(input, output, n), state + 4, posted, shared,
            reinterpret_cast<typename algorithm::vector_in*>(dynamic))
      .run(state);
}

}  // namespace scan
