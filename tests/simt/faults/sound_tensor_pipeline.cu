// A tensor copy fills a tile, threads change it, and a tensor copy stores it.
// expect: none
// grid: 1
// block: 64
// args: zeros:128 tensor:256
struct alignas(64) CUtensorMap { unsigned long long opaque[16]; };
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void kernel(unsigned* out, const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) unsigned tile[128];
  __shared__ alignas(8) unsigned long long full;
  const unsigned t = threadIdx.x, to = at(tile), count = at(&full);
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(count) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(count) : "memory");
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2}], [%3];" ::"r"(to), "l"(&map), "r"(128), "r"(count) : "memory");
  }
  __syncthreads();
  asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
               "@!p bra WAIT; }" ::"r"(count) : "memory");
  tile[t] += 5;
  tile[64 + t] += out[64 + t];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%0, {%1}], [%2];" ::
                 "l"(&map), "r"(0), "r"(to) : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  __syncthreads();
  tile[t] = 0;
}
