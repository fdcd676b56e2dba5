#include "count/chunked.cuh"

// FAULT: each level of the chain creates the handle of the next, also the last one, for which there
// is no room.

namespace count::mutants {

template <bool gaps>
__global__ void merge_lists(const record* lists, const unsigned* list_lengths, size_t stride,
                            record* parents, unsigned* parent_lengths, size_t capacity,
                            size_t fanout, size_t first, size_t count, size_t total) {
  const size_t begin = first + blockIdx.x * count;
  const size_t end = begin + count < total ? begin + count : total;
  constexpr size_t max_depth = 16;
  __shared__ size_t handle[max_depth];
  const size_t parent = begin / fanout;
  record* to = parents + parent * capacity;
  unsigned length = 0;
  handle[0] = begin;
  for (size_t depth = 0; depth < end - begin; ++depth) {
    const size_t list = handle[depth];
    const size_t records = gaps ? stride : list_lengths[list];
    for (size_t i = 0; i < records; ++i) {
      const record more = lists[list * stride + i];
      if (more.count != 0) length = add(to, length, capacity, more);
    }
    handle[depth + 1] = list + 1;
  }
  parent_lengths[parent] = length;
}

}  // namespace count::mutants
