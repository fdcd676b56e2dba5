// Copies that are waited for before a barrier of the block, before one of the warp, or only by the
// threads that read their own; some with zeros; and one that is still pending at the end.
// expect: none
// grid: 2
// block: 64
// args: empty:512 ramp:256
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void copy(void* to, const unsigned* from, unsigned bytes) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at(to)), "l"(from), "r"(bytes)
               : "memory");
}
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ alignas(16) unsigned tile[256];
  __shared__ unsigned last[64];
  const unsigned t = threadIdx.x;
  copy(&tile[4 * t], in + 4 * t, t % 3 == 0 ? 0 : 16);
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  unsigned sum = tile[4 * t + 1];
  __syncthreads();
  sum += tile[255 - t];
  __syncthreads();
  copy(&tile[4 * t], in + 4 * t, 16);
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncwarp();
  sum += tile[4 * (t ^ 1)];
  __syncwarp();
  tile[4 * t] = sum;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at(&last[t])), "l"(in + t)
               : "memory");
  __syncthreads();
  out[blockIdx.x * 64 + t] = tile[4 * (63 - t)];
}
