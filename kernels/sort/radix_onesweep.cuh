#include "common/ticket.cuh"
#include "sort/radix_matching.cuh"
#include "sort/radix_status.cuh"
#include "sort/radix_tile.cuh"

// One pass of a least-significant-digit radix sort: each tile is read once and written once. A tile
// looks back over what the tiles before it have published only when its own keys stand in their
// order, so that the others had time to publish. It may count its digits and publish that before it
// ranks its keys, or count while it ranks.
//
// Nobody waits for a tile whose block has not begun: tiles are numbered in the order in which
// blocks begin, unless all blocks are resident at once.

namespace sort {

// Where the first key of each of the thread's digits goes in the output, if all keys before this
// one's tile were none: from `histogram`, which is left as zeros. With a barrier of the block.
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

// Sorts by byte `byte` of the keys. `drawn` is zero before and after, and so is `histogram`
// afterwards, which holds how often each digit occurs. `In` and `Out` are what the keys are kept
// as: in passes between the first and the last, ordered keys.
template <class In, class Out, class Payload, class Word, int block, int items, class Matching,
          int looks, int min_blocks, bool counts_first, bool all_resident>
__global__ void __launch_bounds__(block, min_blocks)
    radix_onesweep(const In* input, const Payload* input_payload, Out* output,
                   Payload* output_payload, unsigned n, unsigned byte, unsigned* drawn,
                   unsigned* histogram, Word* words) {
  using tile = radix_tile<typename ordered_key<In>::bits, Payload, block, items, Matching>;
  extern __shared__ __align__(16) unsigned char dynamic[];
  auto& shared = reinterpret_cast<typename tile::storage&>(dynamic);
  __shared__ typename tile::totals totals[2];
  __shared__ unsigned number;
  const radix_statuses<Word> statuses(words, byte);

  if (!all_resident && threadIdx.x == 0) number = common::draw_ticket(drawn);
  tile::clear(shared);
  if (!all_resident) __syncthreads();
  const unsigned which = all_resident ? blockIdx.x : number;
  const unsigned first = which * tile::size;
  const unsigned present = n - first < tile::size ? n - first : tile::size;

  tile own;
  own.load(input + first, present);
  unsigned ranks[(items + 1) / 2];
  if constexpr (counts_first)
    own.count_digits(shared, byte);
  else
    own.rank_and_count(shared, byte, ranks);
  own.load_payload(input_payload + first, present);
  __syncthreads();
  own.sum_counts(shared);
  unsigned begin[tile::digits_each];
  if (which == 0) begin_of_digits<tile>(begin, histogram, totals[1]);
  if (tile::has_digits()) {
#pragma unroll
    for (int e = 0; e < tile::digits_each; ++e) {
      if (which == 0)
        statuses.publish_inclusive(0, tile::digit(e), begin[e] + own.count[e]);
      else
        statuses.publish_own(which, tile::digit(e), own.count[e]);
    }
  }
  own.place_digits(shared, totals[0]);
  if constexpr (counts_first)
    own.rank(shared, byte);
  else
    own.put_ranked(shared, byte, ranks);

  if (tile::has_digits()) {
#pragma unroll
    for (int e = 0; e < tile::digits_each; ++e) {
      if (which != 0) {
        begin[e] = statuses.template look_back<looks>(which, tile::digit(e));
        statuses.publish_inclusive(which, tile::digit(e), begin[e] + own.count[e]);
      }
      shared.offsets[tile::digit(e)] = begin[e] - own.start[e];
    }
  }
  __syncthreads();
  tile::store(shared, output, output_payload, present, byte);
}

}  // namespace sort
