// Each group is waited for before its accumulators are used, one of two while the other is pending.
// expect: none
// architecture: compute_90a
// grid: 1
// block: 128
// args: zeros:512 ramp:2048
__device__ unsigned long long rows_of_128_bytes(const void* matrix) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(matrix));
  return address >> 4 | 64ull << 32 | 1ull << 62;
}
__device__ void multiply(float (&d)[4], unsigned long long a, unsigned long long b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(a), "l"(b));
}
extern "C" __global__ void kernel(float* out, const unsigned* in) {
  __shared__ alignas(1024) unsigned a[64 * 32], b[8 * 32];
  const unsigned t = threadIdx.x;
  float d[4] = {};
  for (unsigned i = t; i < 64 * 32; i += 128) a[i] = in[i];
  for (unsigned i = t; i < 8 * 32; i += 128) b[i] = in[i];
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  float other[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  multiply(d, rows_of_128_bytes(a), rows_of_128_bytes(b));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  multiply(other, rows_of_128_bytes(a), rows_of_128_bytes(b));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
  for (float& value : d) value *= 2;
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  multiply(d, rows_of_128_bytes(a) + 2, rows_of_128_bytes(b) + 2);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (unsigned i = 0; i < 4; ++i) out[4 * t + i] = d[i] + other[i];
}
