#pragma once

#include "common/warp_scan.cuh"
#include "partition/split_tiles.cuh"
#include "scan/wave_board.cuh"
#include "scan/wave_warps.cuh"

// Partition in the structure of scan/decoupled_lookahead.cuh: a resident grid processes the tiles
// in waves, bulk copies fill a ring in shared memory, and three warps request tiles, post how many
// elements go to each part, and gather the counts of the tiles before. The other warps split a tile
// in place as soon as it has arrived, and store it `ahead` tiles later, when its output ranges are
// known. `Split` says into how many parts.

namespace partition {

using place = unsigned long long;

template <class Split, int block, int stages, int ahead>
struct lookahead {
  using tiles = split_tiles<Split, block>;
  using split = Split;
  using piece = typename split::piece;
  using T = typename tiles::T;
  using Payload = typename tiles::Payload;
  using board_type = scan::wave_board<unsigned, ahead + 1>;
  using sum = ops::sum<unsigned>;
  static constexpr int warps = block / 32;
  static constexpr int kept = ahead + 1;  // tiles between split and store

  struct storage : scan::wave_barriers<stages, kept> {
    unsigned warp_counts[kept]
                        [warps];  // as `split` returns them: two of 16 bits if parts are three
    place before[kept][warps];    // the same of all elements before the warp's, widened
    bool is_last;
  };

  const tiles data;
  const board_type board;
  storage& shared;
  unsigned char* ring;  // [stages] of a tile's elements, then [stages] of their payloads
  place* counts;
  const scan::wave_share share;

  __device__ lookahead(const tiles& input_tiles, place* part_counts, unsigned* posts,
                       storage& memory, unsigned char* dynamic)
      : data(input_tiles),
        board(posts, nullptr),
        shared(memory),
        ring(dynamic),
        counts(part_counts),
        share(data.count()) {}

  __device__ unsigned char* keys_of(unsigned stage) const {
    return ring + stage * tiles::key_bytes;
  }
  __device__ unsigned char* payloads_of(unsigned stage) const {
    return ring + stages * tiles::key_bytes + stage * tiles::payload_bytes;
  }

  // The warp's elements of a stage.
  __device__ piece piece_of(unsigned wave) const {
    const unsigned stage = wave % stages, begin = threadIdx.x / 32 * split::size;
    return {reinterpret_cast<T*>(keys_of(stage)) + begin,
            reinterpret_cast<Payload*>(payloads_of(stage)) + begin};
  }

  __device__ void split_tile(unsigned wave) {
    const size_t tile = share.tile_of(wave);
    const piece here = piece_of(wave);
    bulk::wait(shared.full[wave % stages], wave / stages % 2);
    split elements{};
    unsigned went;
    if (data.is_of_vectors(tile)) {
      tiles::load_vectors(elements, here.keys, here.payloads);
      went = elements.template split<true>(data.all, here, split::size);
    } else {
      data.load_singly(elements, tile);
      went = elements.template split<false>(data.all, here, data.present(tile));
    }
    if (threadIdx.x % 32 == 0) shared.warp_counts[wave % kept][threadIdx.x / 32] = went;
    scan::arrive_for_warp(shared.reduced[wave % kept]);
  }

  __device__ void store_tile(unsigned wave) {
    const size_t tile = share.tile_of(wave);
    const unsigned slot = wave % kept, warp = threadIdx.x / 32;
    bulk::wait(shared.ready[slot], wave / kept % 2);
    split::store(data.all, piece_of(wave), shared.warp_counts[slot][warp], data.present(tile),
                 shared.before[slot][warp], tiles::first(tile));
    bulk::fence();  // this tile's words, before the next tile is copied over them
    scan::arrive_for_warp(shared.empty[wave % stages]);
  }

  __device__ void compute() {
    for (unsigned wave = 0; wave < share.mine + ahead; ++wave) {
      if (wave < share.mine) split_tile(wave);
      if (wave >= ahead) store_tile(wave - ahead);
    }
  }

  // Requests the tiles, each as soon as its stage of the ring is free. Called by one lane.
  __device__ void request() {
    for (unsigned wave = 0; wave < share.mine; ++wave) {
      const unsigned stage = wave % stages;
      if (wave >= stages) bulk::wait(shared.empty[stage], (wave / stages - 1) % 2);
      const size_t tile = share.tile_of(wave);
      const bool copied = data.is_of_vectors(tile);
      bulk::arrive_and_expect(shared.full[stage],
                              copied ? tiles::key_bytes + tiles::payload_bytes : 0);
      if (!copied) continue;
      bulk::load(keys_of(stage), data.all.keys + tile * tiles::size, tiles::key_bytes,
                 shared.full[stage]);
      if constexpr (tiles::data::has_payload)
        bulk::load(payloads_of(stage), data.all.payloads + tile * tiles::size, tiles::payload_bytes,
                   shared.full[stage]);
    }
  }

  // The counts of the lane's warp, for a tile that has been split.
  __device__ unsigned counts_of_warp(unsigned wave) {
    const unsigned lane = threadIdx.x % 32;
    bulk::wait(shared.reduced[wave % kept], wave / kept % 2);
    return lane < warps ? shared.warp_counts[wave % kept][lane] : 0;
  }

  // Posts how many elements of each tile go where, but not of the last one: no block reads that, so
  // that nothing would order the post with the clearing of the board.
  __device__ void post() {
    for (unsigned wave = 0; wave < share.mine; ++wave) {
      const unsigned all = warp::exchange_down::fold(counts_of_warp(wave), sum());
      // The warps have split this tile, so they have stored tile wave - ahead - 1, and its wave has
      // been gathered: the board is free.
      if (threadIdx.x % 32 == 0 && share.tile_of(wave) + 1 != data.count()) board.post(wave, all);
    }
  }

  // Gathers how many of the elements before each warp's go where. The block of the last tile knows
  // the totals.
  __device__ void gather_prefixes() {
    const unsigned lane = threadIdx.x % 32;
    place carry = 0;  // of the previous waves, widened; in lane 0
    for (unsigned wave = 0; wave < share.mine; ++wave) {
      const unsigned own = counts_of_warp(wave);
      const unsigned upto = warp::inclusive_scan(own, sum());
      typename split::sum_of_wave::value before, all;
      // After the last wave no block needs its total, and not every block has a tile in it.
      scan::gather(board, wave, wave + 1 == share.waves ? blockIdx.x : gridDim.x, before, all,
                   typename split::sum_of_wave());
      const place tile_before = warp::shuffle_from(carry + before, 0);
      carry += all;
      if (lane < warps) shared.before[wave % kept][lane] = tile_before + split::widened(upto - own);
      if (lane == 31 && share.tile_of(wave) + 1 == data.count())
        split::write_counts(counts, tile_before + split::widened(upto));
      scan::arrive_for_warp(shared.ready[wave % kept]);
    }
  }

  __device__ void run(unsigned* ticket) {
    if (threadIdx.x == 0) {
      if (data.count() == 0) split::write_counts(counts, 0);
      shared.init(warps);
    }
    scan::run_wave_warps<block>(*this, ticket);
  }
};

}  // namespace partition
