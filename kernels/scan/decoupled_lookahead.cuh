#include "common/bulk_copy.cuh"
#include "scan/vector_tile.cuh"
#include "scan/wave_board.cuh"

// As all_gather, but nothing waits for memory or for other blocks. Bulk copies bring tiles into a
// ring in shared memory. The computing warps take a tile into registers and fold it as soon as it
// is there; `ahead` tiles later they scan and store it. Meanwhile one warp that does nothing else
// has asked for further tiles, posted the tile's fold, and gathered the folds of the tiles before
// it. Warps wait for each other at barriers in shared memory, never all at once.

namespace scan {

template <class In, class Out, class Op, bool inclusive, int block, int rows, int stages, int ahead>
struct lookahead {
  using value = typename Op::value;
  using tiles = vector_tiles<In, Out, Op, block, rows>;
  using vector_in = typename tiles::vector_in;
  static constexpr int warps = block / 32;
  static constexpr int kept = ahead + 1;  // tiles between fold and store
  static constexpr int lag = ahead - 1;   // tiles posted between a tile's post and its gathering

  struct storage {
    bulk::barrier full[stages];  // a tile has come
    bulk::barrier folded[kept];  // all warps have taken and folded it
    bulk::barrier ready[kept];   // its prefixes are there
    value warp_total[kept][warps];
    value warp_prefix[kept][warps];
    bool is_last;
  };

  const tiles data;
  const wave_board<value, ahead> board;
  storage& shared;
  vector_in* ring;  // [stages][block * rows]
  Op op;

  __device__ size_t tile_of(unsigned wave) const { return size_t(wave) * gridDim.x + blockIdx.x; }
  __device__ vector_in* stage_of(unsigned wave) const {
    return ring + wave % stages * (block * rows);
  }

  __device__ void request(unsigned wave) {
    const unsigned bytes = data.vector_bytes(tile_of(wave));
    if (bytes == 0) return;
    bulk::arrive_and_expect(shared.full[wave % stages], bytes);
    bulk::load(stage_of(wave), data.input + tile_of(wave) * tiles::size, bytes,
               shared.full[wave % stages]);
  }

  // A computing warp takes its vectors of a tile, and leaves what they fold to.
  __device__ void take(vector_in (&mine)[rows], unsigned wave) {
    const size_t tile = tile_of(wave);
    const unsigned bytes = data.vector_bytes(tile);
    if (bytes != 0) bulk::wait(shared.full[wave % stages], wave / stages % 2);
    data.fetch(mine, tile, stage_of(wave), bytes);
    value total = Op::identity();
    if (Op::commutative && data.is_whole(tile)) {
#pragma unroll
      for (int r = 0; r < rows; ++r)
        total = fold_vector(op, total, mine[r],
                            tile * tiles::size + tiles::vector_index(r) * tiles::width);
      total = warp::exchange_down::fold(total, op);
    } else {
      typename tiles::registers lifted;
      data.lift(lifted, mine, tile, op);
      total = lifted.scan(op);
    }
    if (threadIdx.x % 32 == 0) {
      shared.warp_total[wave % kept][threadIdx.x / 32] = total;
      bulk::arrive(shared.folded[wave % kept]);
    }
  }

  __device__ void scan_and_store(const vector_in (&mine)[rows], unsigned wave) {
    typename tiles::registers lifted;
    data.lift(lifted, mine, tile_of(wave), op);
    lifted.scan(op);
    bulk::wait(shared.ready[wave % kept], wave / kept % 2);
    const value prefix = shared.warp_prefix[wave % kept][threadIdx.x / 32];
    data.template store<inclusive>(lifted, tile_of(wave), prefix, op);
  }

  // `mine`: tiles of this block.
  __device__ void compute(unsigned mine) {
    vector_in held[kept][rows];
    for (unsigned first = 0; first < mine + ahead; first += kept) {
      // Unrolled, so that registers have names: tile w - ahead lies where tile w + 1 will.
#pragma unroll
      for (int k = 0; k < kept; ++k) {
        const unsigned wave = first + k;
        if (wave < mine) take(held[k], wave);
        if (wave >= ahead && wave - ahead < mine)
          scan_and_store(held[(k + 1) % kept], wave - ahead);
      }
    }
  }

  // The last warp. `waves`: of the whole grid.
  __device__ void look_ahead(unsigned mine, unsigned waves) {
    const unsigned lane = threadIdx.x % 32;
    if (lane == 0)
      for (unsigned w = 0; w < stages; ++w) request(w);
    value carry = Op::identity();  // of the waves before; in lane 0
    for (unsigned wave = 0; wave < mine + lag; ++wave) {
      if (wave < mine) {
        bulk::wait(shared.folded[wave % kept], wave / kept % 2);
        value all = lane < warps ? shared.warp_total[wave % kept][lane] : Op::identity();
        all = warp::exchange_down::fold(all, op);
        if (lane == 0) {
          board.post(wave, all);
          request(wave + stages);
        }
      }
      if (wave >= lag) prepare(wave - lag, waves, carry);
    }
  }

  // Gathers what stands before a tile, and hands each computing warp its prefix.
  __device__ void prepare(unsigned wave, unsigned waves, value& carry) {
    const unsigned lane = threadIdx.x % 32;
    const unsigned slot = wave % kept;
    value before, all;
    // Behind the last wave nobody needs its whole, and not every block has a tile of it.
    gather(board, wave, wave + 1 == waves ? blockIdx.x : gridDim.x, before, all, op);
    value prefix = warp::shuffle_from(op(carry, before), 0);
    carry = op(carry, all);
    value upto = lane < warps ? shared.warp_total[slot][lane] : Op::identity();
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
      const value earlier = warp::shuffle_up(upto, d);
      if (lane >= d) upto = op(earlier, upto);
    }
    const value earlier = warp::shuffle_up(upto, 1);
    if (lane > 0) prefix = op(prefix, earlier);
    if (lane < warps) shared.warp_prefix[slot][lane] = prefix;
    __syncwarp();
    if (lane == 0) bulk::arrive(shared.ready[slot]);
  }

  __device__ void run(unsigned* ticket) {
    const unsigned waves = unsigned((data.count() + gridDim.x - 1) / gridDim.x);
    // Not every block has a tile of the last wave.
    const unsigned mine = waves == 0 ? 0 : waves - (tile_of(waves - 1) >= data.count());
    if (threadIdx.x == 0) {
      for (auto& each : shared.full) bulk::init(each, 1);
      for (auto& each : shared.folded) bulk::init(each, warps);
      for (auto& each : shared.ready) bulk::init(each, 1);
    }
    __syncthreads();
    if (threadIdx.x < block) {
      compute(mine);
    } else {
      look_ahead(mine, waves);
      if (threadIdx.x == block) {
        __threadfence();  // all that this block has read of the board, before the ticket
        shared.is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;  // wraps to 0
      }
    }
    __syncthreads();
    if (shared.is_last) board.clear();
  }
};

// `state`: a ticket in the first 8 bytes, then the board's words. The block has one warp more than
// `block`.
template <class In, class Out, class Op, bool inclusive, int block, int rows, int stages, int ahead,
          int blocks_per_sm>
__global__ void __launch_bounds__(block + 32, blocks_per_sm)
    decoupled_lookahead(const In* input, Out* output, size_t n, unsigned* state,
                        typename Op::value* posted) {
  using algorithm = lookahead<In, Out, Op, inclusive, block, rows, stages, ahead>;
  extern __shared__ __align__(128) unsigned char dynamic[];
  __shared__ typename algorithm::storage shared;
  algorithm{typename algorithm::tiles(input, output, n),
            wave_board<typename Op::value, ahead>(state + 2, posted), shared,
            reinterpret_cast<typename algorithm::vector_in*>(dynamic)}
      .run(state);
}

}  // namespace scan
