// Ping-pong buffers that are swapped without a barrier.
// expect: shared_race uninitialised_read
// grid: 1
// block: 128
// args: zeros:128 ramp:128 int:6
extern "C" __global__ void kernel(int* out, const int* in, int steps) {
  __shared__ int value[2][128];
  int t = threadIdx.x, from = 0;
  value[0][t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int i = 0; i < steps; ++i) {
    value[1 - from][t] = value[from][(t + 33) % 128];  // FAULT
    from = 1 - from;
  }
  __syncthreads();
  out[t] = value[from][t];
}
