#include "common/block_fold.cuh"
#include "common/bulk_copy.cuh"
#include "scan/warp_rows.cuh"
#include "scan/wave_board.cuh"

// A grid that is resident as a whole takes the tiles in waves. Each block has the tiles of its next
// waves under way into a ring in shared memory, while it scans one in registers, posts its fold for
// all to see, and sums up what the blocks before it have posted. Every element is read and written
// once, and memory never waits for the hand-over of prefixes.

namespace scan {

template <class In, class Out, class Op, bool inclusive, int block, int rows, int stages>
struct lookahead {
  using value = typename Op::value;
  using vector_in = vector_of<In, 16>;
  using vector_out = vector_of<Out, 16>;
  static constexpr int width = vector_in::width;
  static constexpr int tile = block * rows * width;
  static constexpr unsigned tile_bytes = tile * sizeof(In);
  static constexpr int warps = block / 32;
  using registers = warp_rows<Op, width, rows>;

  struct storage {
    bulk::barrier full[stages > 0 ? stages : 1];
    value warp_total[2][warps];  // of even and odd waves: some warps may be one ahead
    value prefix;                // of the block's tile
    bool is_last;
  };

  const In* input;
  Out* output;
  size_t n;
  wave_board<value> board;
  storage& shared;
  vector_in* ring;  // [stages][block * rows]
  bool aligned;
  Op op;

  __device__ size_t first_of(unsigned wave) const {
    return (size_t(wave) * gridDim.x + blockIdx.x) * tile;
  }
  __device__ unsigned vector_index(int r) const {
    return (threadIdx.x / 32 * rows + r) * 32 + threadIdx.x % 32;
  }
  // Bytes of a wave's tile that a bulk copy can bring: whole vectors. The rest is loaded one by
  // one.
  __device__ unsigned bulk_bytes(unsigned wave) const {
    const size_t first = first_of(wave);
    if (stages == 0 || !aligned || first >= n) return 0;
    const size_t left = (n - first) * sizeof(In);
    return left >= tile_bytes ? tile_bytes : unsigned(left) / 16 * 16;
  }

  // For thread 0.
  __device__ void request(unsigned wave) {
    const unsigned bytes = bulk_bytes(wave);
    if (bytes == 0) return;
    const int stage = wave % (stages > 0 ? stages : 1);
    bulk::arrive_and_expect(shared.full[stage], bytes);
    bulk::load(ring + stage * (block * rows), input + first_of(wave), bytes, shared.full[stage]);
  }

  __device__ void take(registers& mine, unsigned wave) {
    const size_t first = first_of(wave);
    const unsigned bytes = bulk_bytes(wave);
    if constexpr (stages > 0)
      if (bytes != 0) bulk::wait(shared.full[wave % stages], wave / stages % 2);
    const bool whole = aligned && first + tile <= n;
    const vector_in* source = reinterpret_cast<const vector_in*>(input + first);
    if constexpr (stages > 0) source = ring + wave % stages * (block * rows);
    vector_in loaded[rows];
    if (whole) {
#pragma unroll
      for (int r = 0; r < rows; ++r) loaded[r] = source[vector_index(r)];
#pragma unroll
      for (int r = 0; r < rows; ++r)
#pragma unroll
        for (int j = 0; j < width; ++j)
          mine.held[r][j] = op.lift(loaded[r][j], first + vector_index(r) * width + j);
      return;
    }
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      const size_t at = first + vector_index(r) * width;
      const bool in_ring = (vector_index(r) + 1) * 16 <= bytes;
      if (in_ring) loaded[r] = source[vector_index(r)];
#pragma unroll
      for (int j = 0; j < width; ++j) {
        mine.held[r][j] = Op::identity();
        if (at + j < n) mine.held[r][j] = op.lift(in_ring ? loaded[r][j] : input[at + j], at + j);
      }
    }
  }

  __device__ void put(const registers& mine, unsigned wave, const value& prefix) {
    const size_t first = first_of(wave);
    const bool whole = aligned && first + tile <= n;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      const size_t at = first + vector_index(r) * width;
      if (whole) {
        vector_out results{};
#pragma unroll
        for (int j = 0; j < width; ++j)
          results.set(j, op.template lower<Out>(mine.template result<inclusive>(r, j, prefix, op)));
        *reinterpret_cast<vector_out*>(output + at) = results;
      } else {
#pragma unroll
        for (int j = 0; j < width; ++j)
          if (at + j < n)
            output[at + j] =
                op.template lower<Out>(mine.template result<inclusive>(r, j, prefix, op));
      }
    }
  }

  // What the blocks before this one have posted in a wave, and what all have, both to lane 0 of the
  // one warp that calls. Where the order counts, a lane takes neighbouring blocks.
  __device__ void gather(unsigned wave, unsigned blocks, value& before, value& all) {
    const unsigned lane = threadIdx.x;
    constexpr int polls = 8;
    const unsigned each = (gridDim.x + 31) / 32;
    before = all = Op::identity();
    for (unsigned base = 0; base < each; base += polls) {
      value seen[polls];
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
        all = op(all, seen[p]);
        if (source(p) < blockIdx.x) before = op(before, seen[p]);
      }
    }
    __syncwarp();
    before = warp::exchange_down::fold(before, op);
    all = warp::exchange_down::fold(all, op);
  }

  __device__ void run(unsigned* ticket) {
    const size_t tiles = (n + tile - 1) / tile;
    const unsigned waves = unsigned((tiles + gridDim.x - 1) / gridDim.x);
    if (threadIdx.x == 0) {
      if constexpr (stages > 0)
        for (auto& each : shared.full) bulk::init(each, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0)
      for (unsigned w = 0; w < stages; ++w) request(w);

    value carry = Op::identity();  // of the waves before, in thread 0
    for (unsigned wave = 0; wave < waves && first_of(wave) < n; ++wave) {
      registers mine;
      take(mine, wave);
      const value total = mine.scan(op);
      if (threadIdx.x % 32 == 0) shared.warp_total[wave % 2][threadIdx.x / 32] = total;
      __syncthreads();
      if (threadIdx.x < 32) {
        if (stages > 0 && threadIdx.x == 0) request(wave + stages);
        value tile_total =
            threadIdx.x < warps ? shared.warp_total[wave % 2][threadIdx.x] : Op::identity();
        tile_total = warp::exchange_down::fold(tile_total, op);
        if (threadIdx.x == 0) board.post(wave, tile_total);
        const size_t left = tiles - size_t(wave) * gridDim.x;
        // Of the last wave nothing behind this block is needed, and may not be there.
        const unsigned blocks = left > gridDim.x ? gridDim.x : blockIdx.x;
        value before, all;
        gather(wave, blocks, before, all);
        if (threadIdx.x == 0) {
          shared.prefix = op(carry, before);
          carry = op(carry, all);
        }
      }
      __syncthreads();
      value prefix = shared.prefix;
      for (unsigned w = 0; w < threadIdx.x / 32; ++w)
        prefix = op(prefix, shared.warp_total[wave % 2][w]);
      put(mine, wave, prefix);
    }

    if (threadIdx.x == 0) {
      __threadfence();  // all that this block reads of the board before the ticket
      shared.is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;  // wraps to 0
    }
    __syncthreads();
    if (shared.is_last) board.clear();
  }
};

// `state`: a ticket in the first 8 bytes, then the board's words.
template <class In, class Out, class Op, bool inclusive, int block, int rows, int stages,
          int blocks_per_sm>
__global__ void __launch_bounds__(block, blocks_per_sm)
    decoupled_lookahead(const In* input, Out* output, size_t n, unsigned* state,
                        typename Op::value* posted) {
  using algorithm = lookahead<In, Out, Op, inclusive, block, rows, stages>;
  extern __shared__ __align__(128) unsigned char dynamic[];
  __shared__ typename algorithm::storage shared;
  const bool aligned =
      (reinterpret_cast<size_t>(input) | reinterpret_cast<size_t>(output)) % 16 == 0;
  algorithm{input,  output,
            n,      wave_board<typename Op::value>(state + 2, posted),
            shared, reinterpret_cast<typename algorithm::vector_in*>(dynamic),
            aligned}
      .run(state);
}

}  // namespace scan
