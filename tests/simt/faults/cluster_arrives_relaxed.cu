// Blocks of a cluster exchange data around a cluster barrier whose arrival is relaxed, without a
// fence: it orders nothing.
// expect: global_race
// grid: 2
// block: 32
// args: empty:64 empty:64 ramp:64
extern "C" __global__ void __cluster_dims__(2, 1, 1)
    kernel(unsigned* data, unsigned* out, const unsigned* in) {
  const unsigned t = threadIdx.x;
  data[32 * blockIdx.x + t] = in[32 * blockIdx.x + t];  // FAULT
  asm volatile("barrier.cluster.arrive.relaxed;\nbarrier.cluster.wait.acquire;" ::: "memory");
  out[32 * blockIdx.x + t] = data[32 * (1 - blockIdx.x) + t];  // FAULT
}
