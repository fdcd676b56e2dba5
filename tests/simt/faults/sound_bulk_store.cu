// Stored by threads, copied out by bulk copies: once each thread fences what it wrote, once the
// thread that copies fences after the barrier.
// expect: none
// grid: 2
// block: 64
// args: empty:256 ramp:128
__device__ void copy_out(unsigned* to, const unsigned* tile) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(to),
               "r"((unsigned)__cvta_generic_to_shared(tile))
               : "memory");
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ alignas(128) unsigned tile[64];
  const unsigned t = threadIdx.x;
  tile[t] = in[blockIdx.x * 64 + t] + 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) copy_out(out + blockIdx.x * 64, tile);
  __syncthreads();
  tile[t] = in[blockIdx.x * 64 + t] + 2;
  __syncthreads();
  if (t == 32) {
    asm volatile("fence.proxy.async;" ::: "memory");
    copy_out(out + 128 + blockIdx.x * 64, tile);
  }
}
