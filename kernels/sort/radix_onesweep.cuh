#include "common/dependent_launch.cuh"
#include "common/ticket.cuh"
#include "sort/radix_matching.cuh"
#include "sort/radix_status.cuh"
#include "sort/radix_tile.cuh"

// One pass of a least-significant-digit radix sort (Adinets and Merrill, Onesweep, 2022): each tile
// is read once and written once. The steps of a block are
//
// (1) take a tile, load its keys, and count its digits;
// (2) publish the counts, so that later tiles can look back;
// (3) rank the keys, and put them in order in shared memory;
// (4) look back over the tiles before, for where each digit's keys go;
// (5) store the keys in order.
//
// The look-back comes after the ranking, so that the tiles before have had time to publish. Step
// (1) counts by atomics, or by ranking without known beginnings, and (3) then completes the ranks.
// No block waits for a tile whose block has not started: tiles are numbered in the order in which
// blocks start, unless all blocks are resident.

namespace sort {

// Where the first key of each of the thread's digits goes in the output, if it is in the first
// tile: an exclusive scan of `histogram`, which is reset to zeros. Contains a barrier of the block.
template <class Tile>
__device__ void begin_of_digits(unsigned (&begin)[Tile::digits_each], unsigned* histogram,
                                typename Tile::totals& totals) {
  unsigned counted[Tile::digits_each] = {};
  if (Tile::has_digits()) {
#pragma unroll
    for (int e = 0; e < Tile::digits_each; ++e) {
      counted[e] = histogram[Tile::digit(e)];
      histogram[Tile::digit(e)] = 0;
    }
  }
  unsigned next = Tile::before_digits(counted, totals);
#pragma unroll
  for (int e = 0; e < Tile::digits_each; ++e) {
    begin[e] = next;
    next += counted[e];
  }
}

// Sorts by byte `byte` of the keys. `drawn` is zero before and after. `histogram` holds how often
// each digit occurs, and zeros afterwards. `In` and `Out` are the types of the keys in memory:
// ordered keys between the first and the last pass.
template <class In, class Out, class Payload, class Word, int block, int items, class Matching,
          int looks, int min_blocks, bool counts_first, bool all_resident>
__global__ void __launch_bounds__(block, min_blocks)
    radix_onesweep(const In* input, const Payload* input_payload, Out* output,
                   Payload* output_payload, unsigned n, unsigned byte, unsigned* drawn,
                   unsigned* histogram, Word* words) {
  using tile_type = radix_tile<typename ordered_key<In>::bits, Payload, block, items, Matching>;
  extern __shared__ __align__(16) unsigned char dynamic[];
  auto& shared = reinterpret_cast<typename tile_type::storage&>(dynamic);
  __shared__ typename tile_type::totals totals[2];
  __shared__ unsigned drawn_index;
  const radix_statuses<Word> statuses(words, byte);

  // (1) Take a tile, load its keys, and count its digits.
  if (!all_resident && threadIdx.x == 0) drawn_index = common::draw_ticket(drawn);
  tile_type::clear(shared);
  dependent_launch::wait_and_trigger();
  if (!all_resident) __syncthreads();
  const unsigned index = all_resident ? blockIdx.x : drawn_index;
  const unsigned first = index * tile_type::size;
  const unsigned present = n - first < tile_type::size ? n - first : tile_type::size;
  tile_type tile;
  tile.load(input + first, present);
  unsigned ranks[(items + 1) / 2];
  if constexpr (counts_first)
    tile.count_digits(shared, byte);
  else
    tile.rank_and_count(shared, byte, ranks);
  tile.load_payload(input_payload + first, present);
  __syncthreads();
  tile.sum_counts(shared);

  // (2) Publish the counts. The first tile has nothing before it: its prefixes are known.
  unsigned begin[tile_type::digits_each];
  if (index == 0) begin_of_digits<tile_type>(begin, histogram, totals[1]);
  if (tile_type::has_digits()) {
#pragma unroll
    for (int e = 0; e < tile_type::digits_each; ++e) {
      if (index == 0)
        statuses.publish_inclusive(0, tile_type::digit(e), begin[e] + tile.count[e]);
      else
        statuses.publish_aggregate(index, tile_type::digit(e), tile.count[e]);
    }
  }

  // (3) Put the keys in order in shared memory.
  tile.place_digits(shared, totals[0]);
  if constexpr (counts_first)
    tile.rank(shared, byte);
  else
    tile.put_ranked(shared, byte, ranks);

  // (4) Look back for where the tile's keys of each digit begin in the output.
  if (tile_type::has_digits()) {
#pragma unroll
    for (int e = 0; e < tile_type::digits_each; ++e) {
      if (index != 0) {
        begin[e] = statuses.template look_back<looks>(index, tile_type::digit(e));
        statuses.publish_inclusive(index, tile_type::digit(e), begin[e] + tile.count[e]);
      }
      shared.offsets[tile_type::digit(e)] = begin[e] - tile.start[e];
    }
  }
  __syncthreads();

  // (5) Store the keys.
  tile_type::store(shared, output, output_payload, present, byte);
}

}  // namespace sort
