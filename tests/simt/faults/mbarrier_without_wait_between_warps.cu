// A warp hands on a tile and arrives at an mbarrier; the reader arrives at it and does not wait.
// expect: shared_race
// grid: 1
// block: 64
// args: empty:64 ramp:64
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ unsigned tile[32];
  __shared__ alignas(8) unsigned long long ready;
  const unsigned t = threadIdx.x;
  if (t == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(at(&ready)) : "memory");
  __syncthreads();
  if (t < 32) tile[t] = in[t];  // FAULT
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(&ready)) : "memory");
  if (t >= 32) out[t] = tile[63 - t];  // FAULT
}
