#pragma once

#include "common/operators.cuh"

// A tile of consecutive elements, scanned by one block.
//
// Each thread owns `Method::segments` segments of `items` consecutive elements; segment s of thread
// t is the (s * block + t)th of the tile. A thread scans its segments in registers, the block
// method scans the totals of the segments, and each thread adds the exclusive prefix of a segment.
//
// A block method is a type with
//   threads, segments   the block, and segments per thread
//   storage             its shared memory
//   scan<inclusive>(storage, value (&v)[segments], op)
//                       replaces the total of each segment by its inclusive or exclusive prefix;
//                       returns the tile's aggregate, to every thread.

namespace scan {

// One unused word after every 32 keeps lanes that are a power of two apart in different banks.
__device__ constexpr unsigned padded(unsigned i) { return i + i / 32; }

template <class In, class Out, class Op, class Method, int items_per_segment, bool transposed>
struct tile {
  using in = In;
  using out = Out;
  using value = typename Op::value;
  static constexpr int block = Method::threads;
  static constexpr int segments = Method::segments;
  static constexpr int items = items_per_segment;
  static constexpr int size = block * segments * items;

  // Neighbouring lanes access neighbouring elements. Each warp transposes its elements in its own
  // part of shared memory, so that no barrier of the block is needed.
  static constexpr bool staged = transposed && items > 1;
  static constexpr unsigned warp_elements = 32 * items;
  static constexpr unsigned element_bytes = sizeof(In) > sizeof(Out) ? sizeof(In) : sizeof(Out);
  static constexpr unsigned staging_bytes =
      staged ? (padded(warp_elements - 1) + 1) * element_bytes : 1;

  struct storage {
    typename Method::storage method;
    alignas(16) unsigned char staging[staged ? block / 32 : 1][staging_bytes];
  };

  storage& shared;
  Op op;
  value held[segments][items];

  __device__ explicit tile(storage& memory) : shared(memory) {}

  // Elements from n on count as the neutral element.
  __device__ void load(const In* input, size_t first, size_t n) {
    const unsigned present = elements_present(first, n);
    const In* from = input + first;
#pragma unroll
    for (int s = 0; s < segments; ++s) {
      if constexpr (staged) {
#pragma unroll
        for (int j = 0; j < items; ++j) {
          const unsigned row = lane() + 32 * j;
          if (warp_first(s) + row < present) staged_element<In>(row) = from[warp_first(s) + row];
        }
        __syncwarp();
      }
#pragma unroll
      for (int j = 0; j < items; ++j) {
        const unsigned place = thread_first(s) + j;
        held[s][j] = Op::identity();
        if (place < present) {
          if constexpr (staged)
            held[s][j] = op.lift(staged_element<In>(lane() * items + j), first + place);
          else
            held[s][j] = op.lift(from[place], first + place);
        }
      }
      if constexpr (staged) __syncwarp();
    }
  }

  // Leaves the tile's own scan in the registers; returns the tile's aggregate, to every thread.
  template <bool inclusive>
  __device__ value scan() {
    if constexpr (items == 1) {
      value each[segments];
#pragma unroll
      for (int s = 0; s < segments; ++s) each[s] = held[s][0];
      const value total = Method::template scan<inclusive>(shared.method, each, op);
#pragma unroll
      for (int s = 0; s < segments; ++s) held[s][0] = each[s];
      return total;
    } else {
      value before[segments];
#pragma unroll
      for (int s = 0; s < segments; ++s) {
#pragma unroll
        for (int j = 1; j < items; ++j) held[s][j] = op(held[s][j - 1], held[s][j]);
        before[s] = held[s][items - 1];
      }
      const value total = Method::template scan<false>(shared.method, before, op);
#pragma unroll
      for (int s = 0; s < segments; ++s) add_before<inclusive>(held[s], before[s]);
      return total;
    }
  }

  // Combines the tile's exclusive prefix with every element.
  __device__ void add(const value& prefix) {
#pragma unroll
    for (int s = 0; s < segments; ++s)
#pragma unroll
      for (int j = 0; j < items; ++j) held[s][j] = op(prefix, held[s][j]);
  }

  __device__ void store(Out* output, size_t first, size_t n) {
    const unsigned present = elements_present(first, n);
    Out* to = output + first;
#pragma unroll
    for (int s = 0; s < segments; ++s) {
#pragma unroll
      for (int j = 0; j < items; ++j) {
        const unsigned place = thread_first(s) + j;
        const Out result = op.template lower<Out>(held[s][j]);
        if constexpr (staged)
          staged_element<Out>(lane() * items + j) = result;
        else if (place < present)
          to[place] = result;
      }
      if constexpr (staged) {
        __syncwarp();
#pragma unroll
        for (int j = 0; j < items; ++j) {
          const unsigned row = lane() + 32 * j;
          if (warp_first(s) + row < present) to[warp_first(s) + row] = staged_element<Out>(row);
        }
        __syncwarp();
      }
    }
  }

 private:
  // For the tile that begins at element `first` of n.
  __device__ static unsigned elements_present(size_t first, size_t n) {
    return n - first < size ? unsigned(n - first) : size;
  }

  // Offsets within the tile of the warp's, and of the thread's, segment.
  __device__ static unsigned warp_first(int s) {
    return (s * block + threadIdx.x / 32 * 32) * items;
  }
  __device__ static unsigned thread_first(int s) { return (s * block + threadIdx.x) * items; }
  __device__ static unsigned lane() { return threadIdx.x % 32; }

  template <class T>
  __device__ T& staged_element(unsigned i) {
    return reinterpret_cast<T*>(shared.staging[threadIdx.x / 32])[padded(i)];
  }

  template <bool inclusive>
  __device__ void add_before(value (&segment)[items], const value& before) {
    if constexpr (inclusive) {
#pragma unroll
      for (int j = 0; j < items; ++j) segment[j] = op(before, segment[j]);
    } else {
#pragma unroll
      for (int j = items - 1; j > 0; --j) segment[j] = op(before, segment[j - 1]);
      segment[0] = before;
    }
  }
};

}  // namespace scan
