// Bytes are expected without end: their count has 20 bits.
// expect: mbarrier_overflow
// grid: 1
// block: 32
// args: zeros:32
extern "C" __global__ void kernel(unsigned* out) {
  __shared__ alignas(8) unsigned long long bar;
  const unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
  if (threadIdx.x != 0) return;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(b) : "memory");
  for (unsigned i = 0; i < 3; ++i)
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 524288;" ::"r"(b));  // FAULT
  out[0] = 1;
}
