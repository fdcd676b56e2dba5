// A block reads the shared memory of its cluster's other block, which may have exited.
// expect: exited_block
// grid: 2
// block: 32
// args: empty:64 ramp:64
extern "C" __global__ void __cluster_dims__(2, 1, 1) kernel(unsigned* out, const unsigned* in) {
  __shared__ unsigned own[32];
  const unsigned t = threadIdx.x;
  own[t] = in[t];
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
  if (blockIdx.x == 1) return;
  unsigned there, value;
  asm("mapa.shared::cluster.u32 %0, %1, 1;"
      : "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(own + 31 - t)));
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(there));  // FAULT
  out[t] = value;
}
