#include "common/dependent_launch.cuh"
#include "common/ticket.cuh"
#include "sort/radix_matching.cuh"
#include "sort/radix_memory.cuh"
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

// How payloads pass through shared memory: together with the keys; or after them, in their place,
// loaded before the keys are ranked (early) or after that (late).
struct payloads_together {
  static constexpr bool follow = false, are_late = false;
};
struct payloads_early {
  static constexpr bool follow = true, are_late = false;
};
struct payloads_late {
  static constexpr bool follow = true, are_late = true;
};

// Sorts by byte `byte` of the keys, in the pass number `pass` of those that use `words`. `drawn` is
// zero before and after. `histogram` holds how often each digit occurs, and zeros afterwards. `In`
// and `Out` are the elements in memory (radix_memory.cuh).
template <class In, class Out, class Payload, class Word, int block, int items, class Matching,
          class Payloads, int looks, bool counts_first, bool all_resident>
__device__ void sweep_digit(const typename radix_memory<In, Payload>::key* input,
                            const typename radix_memory<In, Payload>::payload* input_payload,
                            typename radix_memory<Out, Payload>::key* output,
                            typename radix_memory<Out, Payload>::payload* output_payload,
                            unsigned n, unsigned byte, unsigned pass, unsigned* drawn,
                            unsigned* histogram, Word* words) {
  using bits = typename ordered_key<In>::bits;
  using tile_type = radix_tile<bits, Payload, block, items, Matching, Payloads::follow>;
  extern __shared__ __align__(16) unsigned char dynamic[];
  auto& shared = reinterpret_cast<typename tile_type::storage&>(dynamic);
  __shared__ typename tile_type::totals totals[2];
  __shared__ unsigned drawn_index;
  const radix_statuses<Word> statuses(words, pass);

  // (1) Take a tile, load its keys, and count its digits.
  if (!all_resident && threadIdx.x == 0) drawn_index = common::draw_ticket(drawn);
  tile_type::clear(shared, byte);
  dependent_launch::wait_and_trigger();
  if (!all_resident) __syncthreads();
  const unsigned index = all_resident ? blockIdx.x : drawn_index;
  const unsigned first = index * tile_type::size;
  const unsigned present = n - first < tile_type::size ? n - first : tile_type::size;
  const auto payloads = radix_memory<In, Payload>::payloads(input_payload) + first;
  tile_type tile;
  tile.load(radix_memory<In, Payload>::keys(input, input_payload) + first, present);
  if constexpr (counts_first)
    tile.count_digits(shared, byte);
  else
    tile.rank_and_count(shared, byte);
  if constexpr (!Payloads::are_late) tile.load_payload(payloads, present);
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
    tile.rank(shared);
  else
    tile.put_ranked(shared);
  if constexpr (Payloads::are_late) tile.load_payload(payloads, present);

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

  // (5) Store the keys and the payloads.
  const auto to = radix_memory<Out, Payload>::keys(output, output_payload);
  if constexpr (Payloads::follow)
    tile.store_and_follow(shared, to, output_payload, present, byte);
  else if constexpr (is_payload<Payload>)
    tile_type::store(shared, to, output_payload, present, byte);
  else
    tile_type::store(shared, to, nullptr, present, byte);
}

// The pass of that byte.
template <class In, class Out, class Payload, class Word, int block, int items, class Matching,
          class Payloads, int looks, int min_blocks, bool counts_first, bool all_resident>
__global__ void __launch_bounds__(block, min_blocks)
    radix_onesweep(const typename radix_memory<In, Payload>::key* input,
                   const typename radix_memory<In, Payload>::payload* input_payload,
                   typename radix_memory<Out, Payload>::key* output,
                   typename radix_memory<Out, Payload>::payload* output_payload, unsigned n,
                   unsigned byte, unsigned* drawn, unsigned* histogram, Word* words) {
  sweep_digit<In, Out, Payload, Word, block, items, Matching, Payloads, looks, counts_first,
              all_resident>(input, input_payload, output, output_payload, n, byte, byte, drawn,
                            histogram, words);
}

// The same, unless all keys have the same digit there. `active` has a bit for each byte whose pass
// is needed, at least one. The last of these passes writes the output, the one before it `between`,
// and so on; the first one reads the input.
template <class Key, class Payload, class Word, int block, int items, class Matching,
          class Payloads, int looks, int min_blocks, bool counts_first, bool all_resident>
__global__ void __launch_bounds__(block, min_blocks)
    radix_onesweep_if_active(const Key* input, const Payload* input_payload, Key* output,
                             Payload* output_payload, Key* between, Payload* between_payload,
                             unsigned n, unsigned byte, unsigned* drawn, unsigned* histogram,
                             Word* words, const unsigned* active) {
  dependent_launch::wait_and_trigger();
  const unsigned passes = *active;
  if ((passes >> byte & 1) == 0) {
    if (blockIdx.x == 0)
      for (unsigned d = threadIdx.x; d < radix_digits; d += block) histogram[d] = 0;
    return;
  }
  const unsigned pass = __popc(passes & ((1u << byte) - 1));
  const bool to_output = __popc(passes >> byte) % 2 == 1;
  const bool from_input = pass == 0;
  sweep_digit<Key, Key, Payload, Word, block, items, Matching, Payloads, looks, counts_first,
              all_resident>(from_input  ? input
                            : to_output ? between
                                        : output,
                            from_input  ? input_payload
                            : to_output ? between_payload
                                        : output_payload,
                            to_output ? output : between,
                            to_output ? output_payload : between_payload, n, byte, pass, drawn,
                            histogram, words);
}

// Replaces indices by the payloads that have them.
template <class Payload, int block, int items>
__global__ void __launch_bounds__(block)
    gather_payloads(const Payload* indices, const Payload* payloads, Payload* to, unsigned n) {
  Payload held[items];
  const unsigned first = blockIdx.x * (block * items) + threadIdx.x;
  dependent_launch::wait_and_trigger();
#pragma unroll
  for (int k = 0; k < items; ++k)
    if (first + k * block < n) held[k] = indices[first + k * block];
#pragma unroll
  for (int k = 0; k < items; ++k)
    if (first + k * block < n) held[k] = payloads[held[k]];
#pragma unroll
  for (int k = 0; k < items; ++k)
    if (first + k * block < n) to[first + k * block] = held[k];
}

}  // namespace sort
