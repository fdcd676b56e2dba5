// Two blocks communicate by a flag that is not released: an mbarrier within the block is no order
// for the other one.
// expect: global_race
// grid: 2
// block: 64
// args: empty:64 zeros:1 empty:64 ramp:64
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void kernel(int* data, int* flag, int* out, const int* in) {
  __shared__ alignas(8) unsigned long long full;
  const int t = threadIdx.x;
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(at(&full)) : "memory");
  __syncthreads();
  if (blockIdx.x == 0) {
    data[t] = in[t];  // FAULT
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(&full)) : "memory");
    asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
                 "@!p bra WAIT; }" ::"r"(at(&full)) : "memory");
    if (t == 0) asm volatile("red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(flag) : "memory");
    return;
  }
  if (t == 0) {
    int seen;
    do asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
  }
  __syncthreads();
  out[t] = data[63 - t];  // FAULT
}
