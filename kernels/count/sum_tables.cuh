#include "common/dependent_launch.cuh"

// Adds the rows of partial counts that the blocks have written: rows[row][bin]. A block takes
// `bins_of_block` neighbouring bins, at least 32, so that its loads are coalesced.

namespace count {

template <int block, int bins_of_block>
__global__ void __launch_bounds__(block)
    sum_tables(const unsigned* rows, unsigned row_count, unsigned bins, unsigned* counts) {
  constexpr int rows_at_once = block / bins_of_block;
  __shared__ unsigned partial[rows_at_once][bins_of_block];
  const unsigned column = threadIdx.x % bins_of_block;
  const unsigned first = threadIdx.x / bins_of_block;
  const unsigned bin = blockIdx.x * bins_of_block + column;

  dependent_launch::wait_and_trigger();
  unsigned sum = 0;
  if (bin < bins) {
#pragma unroll 4
    for (unsigned row = first; row < row_count; row += rows_at_once)
      sum += rows[size_t(row) * bins + bin];
  }
  partial[first][column] = sum;
  __syncthreads();
  if (first != 0 || bin >= bins) return;
  for (int more = 1; more < rows_at_once; ++more) sum += partial[more][column];
  counts[bin] = sum;
}

}  // namespace count
