// The tile of a bulk store is overwritten before the store's group is waited for.
// expect: shared_race
// grid: 1
// block: 64
// args: empty:64 ramp:64
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ alignas(128) unsigned tile[64];
  const unsigned t = threadIdx.x;
  tile[t] = in[t];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  const unsigned from = (unsigned)__cvta_generic_to_shared(tile);
  if (t == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(out),
                 "r"(from)  // FAULT
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  }
  __syncthreads();
  tile[t] = 0;  // FAULT
  if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
