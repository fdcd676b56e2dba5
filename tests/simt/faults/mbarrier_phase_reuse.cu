// A producer completes two phases of a full mbarrier without waiting until its stage is read: the
// reader still waits for the first one, whose parity has come again.
// expect: mbarrier_phase_reuse deadlock
// grid: 1
// block: 64
// args: zeros:64 ramp:64
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ unsigned stage[32];
  __shared__ alignas(8) unsigned long long full;
  const unsigned t = threadIdx.x, f = at(&full);
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(f) : "memory");
  __syncthreads();
  if (t >= 32) {
    __nanosleep(100);  // The reader begins to wait.
    for (int i = 0; i < 2; ++i)
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(f) : "memory");
    return;
  }
  asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
               "@!p bra WAIT; }" ::"r"(f) : "memory");  // FAULT
  out[t] = stage[t];
}
