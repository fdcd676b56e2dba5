// A bulk copy fills a tile; a block barrier follows, but no thread waits for the mbarrier.
// expect: shared_race
// grid: 1
// block: 64
// args: empty:64 ramp:64
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ alignas(128) unsigned tile[64];
  __shared__ alignas(8) unsigned long long full;
  const unsigned t = threadIdx.x;
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  const unsigned to = at(tile), count = at(&full);
  if (t == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(count) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], 256, [%2];" ::"r"(to), "l"(in), "r"(count) : "memory");  // FAULT
  }
  __syncthreads();
  out[t] = tile[t];  // FAULT
}
