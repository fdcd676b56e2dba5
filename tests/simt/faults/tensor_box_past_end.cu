// A tensor copy writes a box of 512 bytes where 256 are left.
// expect: out_of_bounds
// grid: 1
// block: 32
// args: zeros:64 tensor:256
struct alignas(64) CUtensorMap { unsigned long long opaque[16]; };
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void kernel(unsigned* out, const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(8) unsigned long long full[16];
  __shared__ alignas(128) unsigned tile[64];
  if (threadIdx.x != 0) return;
  const unsigned to = at(tile), count = at(full);
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(count) : "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(count) : "memory");
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%2}], [%3];" ::"r"(to), "l"(&map), "r"(0), "r"(count) : "memory");  // FAULT
  asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
               "@!p bra WAIT; }" ::"r"(count) : "memory");
  out[0] = tile[0];
}
