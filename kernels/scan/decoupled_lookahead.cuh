#include "common/bulk_copy.cuh"
#include "scan/vector_tile.cuh"
#include "scan/wave_board.cuh"

// As all_gather, but nothing waits for memory or for other blocks. Bulk copies bring tiles into a
// ring in shared memory. A tile is folded as soon as it is there, and its fold is posted; `ahead`
// tiles later, when all blocks have had time to post theirs, it is scanned and stored. One warp
// does nothing but ask for tiles, post and gather.

namespace scan {

template <class In, class Out, class Op, bool inclusive, int block, int rows, int stages, int ahead>
struct lookahead {
  using value = typename Op::value;
  using tiles = vector_tiles<In, Out, Op, block, rows>;
  using vector_in = typename tiles::vector_in;
  static constexpr int warps = block / 32;
  static constexpr int kept = ahead + 2;  // tiles folded and not stored, or stored just now

  struct storage {
    bulk::barrier full[stages];
    value warp_total[kept][warps];
    value prefix[2];  // of the tile that is stored next, in even and odd waves
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

  __device__ void await(unsigned wave) {
    if (data.vector_bytes(tile_of(wave)) != 0)
      bulk::wait(shared.full[wave % stages], wave / stages % 2);
  }

  // Every computing warp folds its elements of a tile.
  __device__ void fold(unsigned wave) {
    const size_t tile = tile_of(wave);
    await(wave);
    value total = Op::identity();
    if (Op::commutative && data.is_whole(tile)) {
      const vector_in* vectors = stage_of(wave);
#pragma unroll
      for (int r = 0; r < rows; ++r) {
        const unsigned at = tiles::vector_index(r);
        total = fold_vector(op, total, vectors[at], tile * tiles::size + at * tiles::width);
      }
      total = warp::exchange_down::fold(total, op);
    } else {
      typename tiles::registers mine;
      data.load(mine, tile, stage_of(wave), data.vector_bytes(tile), op);
      total = mine.scan(op);
    }
    if (threadIdx.x % 32 == 0) shared.warp_total[wave % kept][threadIdx.x / 32] = total;
  }

  __device__ void scan_and_store(unsigned wave) {
    const size_t tile = tile_of(wave);
    value prefix = shared.prefix[wave % 2];
    for (unsigned w = 0; w < threadIdx.x / 32; ++w)
      prefix = op(prefix, shared.warp_total[wave % kept][w]);
    typename tiles::registers mine;
    data.load(mine, tile, stage_of(wave), data.vector_bytes(tile), op);
    mine.scan(op);
    data.template store<inclusive>(mine, tile, prefix, op);
  }

  __device__ void run(unsigned* ticket) {
    const unsigned waves = unsigned((data.count() + gridDim.x - 1) / gridDim.x);
    // Waves that have a tile for this block.
    const unsigned mine = data.count() == 0 ? 0 : waves - (tile_of(waves - 1) >= data.count());
    const bool computes = threadIdx.x < block;
    const unsigned lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
      for (auto& each : shared.full) bulk::init(each, 1);
    __syncthreads();
    if (!computes && lane == 0)
      for (unsigned w = 0; w < stages; ++w) request(w);

    value carry = Op::identity();  // of the waves before, in lane 0 of the last warp
    for (unsigned wave = 0; wave < mine + ahead; ++wave) {
      // While tile `wave` is folded, the prefix of tile wave - ahead is made.
      if (computes) {
        if (wave < mine) fold(wave);
      } else if (wave >= ahead) {
        const unsigned late = wave - ahead;
        value before, all;
        gather(board, late, late + 1 == waves ? blockIdx.x : gridDim.x, before, all, op);
        if (lane == 0) {
          shared.prefix[late % 2] = op(carry, before);
          carry = op(carry, all);
        }
      }
      __syncthreads();
      if (computes) {
        if (wave >= ahead) scan_and_store(wave - ahead);
      } else {
        if (wave < mine) {
          value all = lane < warps ? shared.warp_total[wave % kept][lane] : Op::identity();
          all = warp::exchange_down::fold(all, op);
          if (lane == 0) board.post(wave, all);
        }
        // Behind the barrier all are done with the tile before that one.
        if (lane == 0 && wave > ahead) request(wave - ahead - 1 + stages);
      }
    }

    if (!computes && lane == 0) {
      __threadfence();  // all that this block has read of the board, before the ticket
      shared.is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;  // wraps to 0
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
