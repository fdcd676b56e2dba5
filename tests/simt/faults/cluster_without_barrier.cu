// A block of a cluster reads what the other one has stored to global memory, and its own threads
// read each other's shared memory, without a barrier.
// expect: global_race shared_race
// grid: 2
// block: 64
// args: zeros:128 empty:128 ramp:128
extern "C" __global__ void __cluster_dims__(2, 1, 1)
    kernel(unsigned* data, unsigned* out, const unsigned* in) {
  __shared__ unsigned own[64];
  const unsigned t = threadIdx.x;
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
  data[64 * blockIdx.x + t] = in[64 * blockIdx.x + t];  // FAULT
  own[t] = t;  // FAULT
  out[64 * blockIdx.x + t] = data[64 * (1 - blockIdx.x) + t] + own[t ^ 32];  // FAULT
}
