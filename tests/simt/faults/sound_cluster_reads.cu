// Both blocks of a cluster read each other's shared memory, and neither exits before.
// expect: none
// grid: 2
// block: 32
// args: empty:64 ramp:64
extern "C" __global__ void __cluster_dims__(2, 1, 1) kernel(unsigned* out, const unsigned* in) {
  __shared__ unsigned own[32];
  const unsigned t = threadIdx.x;
  own[t] = in[32 * blockIdx.x + t];
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
  unsigned there, value;
  asm("mapa.shared::cluster.u32 %0, %1, %2;"
      : "=r"(there)
      : "r"((unsigned)__cvta_generic_to_shared(own + 31 - t)), "r"(1 - blockIdx.x));
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(there));
  out[32 * blockIdx.x + t] = value;
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}
