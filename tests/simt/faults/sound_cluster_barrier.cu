// Blocks of a cluster exchange data through global memory around its barrier: released by the
// arrival, or by a fence before a relaxed one; and by a flag in the other block's shared memory.
// expect: none
// grid: 4
// block: 64
// args: empty:256 empty:256 ramp:256
__device__ unsigned peer(const void* p, unsigned rank) {
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;"
      : "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(p)), "r"(rank));
  return there;
}
extern "C" __global__ void __cluster_dims__(2, 1, 1)
    kernel(unsigned* data, unsigned* out, const unsigned* in) {
  __shared__ unsigned own[64], flag;
  const unsigned t = threadIdx.x, mine = 64 * blockIdx.x, other = 64 * (blockIdx.x ^ 1);
  if (t == 0) flag = 0;
  own[t] = in[t];
  data[mine + t] = in[mine + t];
  asm volatile("barrier.cluster.arrive.release;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
  unsigned sum = data[other + 63 - t] + own[63 - t];
  asm volatile("fence.acq_rel.cluster;\nbarrier.cluster.arrive.relaxed;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
  data[other + t] = sum;
  own[t] = sum;
  __syncthreads();
  if (t == 0)
    asm volatile("fence.acq_rel.cluster;\nst.relaxed.cluster.shared::cluster.u32 [%0], 1;" ::"r"(
                     peer(&flag, (blockIdx.x & 1) ^ 1)) : "memory");
  if (t == 32) {
    unsigned seen;
    do asm volatile("ld.acquire.cluster.shared::cta.u32 %0, [%1];"
                    : "=r"(seen) : "r"((unsigned)__cvta_generic_to_shared(&flag)) : "memory");
    while (seen == 0);
  }
  __syncthreads();
  out[mine + t] = data[mine + 63 - t] + own[t ^ 32];
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}
