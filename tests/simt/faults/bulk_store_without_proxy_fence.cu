// Stored by threads, copied out by a bulk copy; the barrier is there, the proxy fence is not.
// expect: missing_proxy_fence
// grid: 2
// block: 64
// args: empty:128 ramp:128
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ alignas(128) unsigned tile[64];
  const unsigned t = threadIdx.x;
  // A fence before the store does not help.
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  tile[t] = in[blockIdx.x * 64 + t] + 1;  // FAULT
  __syncthreads();
  if (t == 0) {
    const unsigned from = (unsigned)__cvta_generic_to_shared(tile);
    unsigned* const to = out + blockIdx.x * 64;
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(to),
                 "r"(from)  // FAULT
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  }
}
