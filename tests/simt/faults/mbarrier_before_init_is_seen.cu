// One warp initialises an mbarrier and all use it, without a barrier between.
// expect: mbarrier_not_initialised
// grid: 1
// block: 64
// args: zeros:64
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void kernel(unsigned* out) {
  __shared__ alignas(8) unsigned long long bar;
  const unsigned b = at(&bar);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(b) : "memory");  // FAULT
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncwarp();
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(b) : "memory");  // FAULT
  asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
               "@!p bra WAIT; }" ::"r"(b) : "memory");  // FAULT
  out[threadIdx.x] = 1;
}
