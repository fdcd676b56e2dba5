#include "count/chunked.cuh"

// The chunked scheme with device-side launches. No parent waits for a child. Work that may run
// concurrently with its parent is a fire-and-forget launch. Work that needs the parent's children
// to have completed is a tail launch, which starts after the parent and everything it launched. So
// no events are needed, and the depth is three levels for any number of keys.

namespace count {

// The buffers of the scheme, and its sizes.
template <class T>
struct chunk_scheme {
  const T* input;
  unsigned* counts;
  record* chunk_lists;
  record* group_lists;
  unsigned* group_lengths;
  record* outer_lists;
  unsigned* outer_lengths;
  record* table;
  unsigned* table_length;
  size_t n;
  unsigned long long last;
  size_t records;
};

// One block: a launch for each of the chunk's keys, then the chunk's list.
template <class T, int chunk>
__global__ void __launch_bounds__(chunk) count_chunk(chunk_scheme<T> scheme, size_t number) {
  const size_t item = number * chunk + threadIdx.x;
  if (item < scheme.n)
    count_if<T, chunk>
        <<<1, chunk, 0, cudaStreamFireAndForget>>>(scheme.input, scheme.counts, item, scheme.n);
  if (threadIdx.x == 0)
    list_chunk<T, chunk><<<1, chunk, 0, cudaStreamTailLaunch>>>(
        scheme.input, scheme.counts, scheme.chunk_lists, number, scheme.n, scheme.last);
}

// Launches the merges that follow the counting of group `group`: its chunks' lists into its own,
// and this list into that of the outer group; with the last group of an outer group, the outer list
// into the table.
template <class T, int chunk, int fanout>
__device__ void launch_merges(const chunk_scheme<T>& scheme, size_t group, size_t chunks,
                              size_t groups) {
  const size_t group_records = scheme.records < chunk * fanout ? scheme.records : chunk * fanout;
  const size_t most = size_t(chunk) * fanout * fanout;
  const size_t outer_records = scheme.records < most ? scheme.records : most;
  const size_t outer_groups = (groups + fanout - 1) / fanout;
  merge_lists<true><<<1, 1, 0, cudaStreamTailLaunch>>>(
      scheme.chunk_lists, scheme.group_lengths, chunk, scheme.group_lists, scheme.group_lengths,
      group_records, fanout, group * fanout, fanout, chunks);
  merge_lists<false><<<1, 1, 0, cudaStreamTailLaunch>>>(
      scheme.group_lists, scheme.group_lengths, group_records, scheme.outer_lists,
      scheme.outer_lengths, outer_records, fanout, group, 1, groups);
  if ((group + 1) % fanout == 0 || group + 1 == groups)
    merge_lists<false><<<1, 1, 0, cudaStreamTailLaunch>>>(
        scheme.outer_lists, scheme.outer_lengths, outer_records, scheme.table, scheme.table_length,
        scheme.records, outer_groups, group / fanout, 1, outer_groups);
}

// One thread per chunk of a group. With `chain`, the next group is the last tail launch.
template <class T, int chunk, int fanout, bool chain>
__global__ void __launch_bounds__(fanout) count_group(chunk_scheme<T> scheme, size_t group) {
  const size_t chunks = (scheme.n + chunk - 1) / chunk;
  const size_t groups = (chunks + fanout - 1) / fanout;
  const size_t number = group * fanout + threadIdx.x;
  if (number < chunks)
    count_chunk<T, chunk><<<1, chunk, 0, cudaStreamFireAndForget>>>(scheme, number);
  if (threadIdx.x != 0) return;
  launch_merges<T, chunk, fanout>(scheme, group, chunks, groups);
  if (chain && group + 1 < groups)
    count_group<T, chunk, fanout, chain><<<1, fanout, 0, cudaStreamTailLaunch>>>(scheme, group + 1);
}

// What the host launches: once per group, or with `chain` once for the first group.
template <class T, int chunk, int fanout, bool chain>
__global__ void chunked_device_launch(const T* input, unsigned* counts, record* chunk_lists,
                                      record* group_lists, unsigned* group_lengths,
                                      record* outer_lists, unsigned* outer_lengths, record* table,
                                      unsigned* table_length, size_t n, unsigned long long last,
                                      size_t records, size_t group) {
  const chunk_scheme<T> scheme = {input,         counts,      chunk_lists,   group_lists,
                                  group_lengths, outer_lists, outer_lengths, table,
                                  table_length,  n,           last,          records};
  count_group<T, chunk, fanout, chain><<<1, fanout, 0, cudaStreamTailLaunch>>>(scheme, group);
}

}  // namespace count
