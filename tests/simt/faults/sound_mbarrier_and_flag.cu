// Two blocks communicate by a flag. The data's writer hands them to the flag's by an mbarrier; the
// flag's update is relaxed after a fence; who has seen it resets it by an ordinary store.
// expect: none
// grid: 2
// block: 64
// args: empty:64 zeros:1 empty:64 ramp:64
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void kernel(int* data, int* flag, int* out, const int* in) {
  __shared__ alignas(8) unsigned long long full;
  const int t = threadIdx.x;
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(at(&full)) : "memory");
  __syncthreads();
  if (blockIdx.x == 0) {
    if (t >= 32) {
      data[t - 32] = in[t - 32];
      data[t] = in[t];
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(&full)) : "memory");
      return;
    }
    asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
                 "@!p bra WAIT; }" ::"r"(at(&full)) : "memory");
    if (t == 0)
      asm volatile("fence.acq_rel.gpu;\nred.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(flag)
                   : "memory");
    return;
  }
  if (t == 0) {
    int seen;
    do asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
  }
  __syncthreads();
  out[t] = data[63 - t];
  if (t == 32) *flag = 0;
}
