#include "count/chunked.cuh"

// FAULT: every thread of the level merges all of its lists into the one table, each from the start.

namespace count::mutants {

template <bool gaps>
__global__ void merge_lists(const record* lists, const unsigned* list_lengths, size_t stride,
                            record* parents, unsigned* parent_lengths, size_t capacity,
                            size_t fanout, size_t first, size_t count, size_t total) {
  const size_t begin = first + blockIdx.x * count;
  const size_t end = begin + count < total ? begin + count : total;
  const size_t parent = begin / fanout;
  record* to = parents + parent * capacity;
  unsigned length = 0;
  for (size_t list = begin; list < end; ++list) {
    const size_t records = gaps ? stride : list_lengths[list];
    for (size_t i = 0; i < records; ++i) {
      const record more = lists[list * stride + i];
      if (more.count != 0) length = add(to, length, capacity, more);
    }
  }
  parent_lengths[parent] = length;
}

}  // namespace count::mutants
