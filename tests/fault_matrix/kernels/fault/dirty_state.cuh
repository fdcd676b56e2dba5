// Draws a ticket and does not reset it, although its output is correct.

namespace fault {

__global__ void dirty_state(const int* input, int* output, size_t n, unsigned* ticket) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) output[i] = input[i] + 1;
  if (i == 0) atomicAdd(ticket, 1u);
}

}  // namespace fault
