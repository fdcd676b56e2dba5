#include "simt/errors.hpp"
#include "tests/simt/compiled/cuda_program.hpp"

namespace warpmark::simt {
namespace {

using async = every_target;
using bulk = every_target;

// CCCL's headers take a second to read, so these kernels are compiled together.
const std::string with_cccl = R"(
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
extern "C" __global__ void pipeline(unsigned* out, const unsigned* in) {
  __shared__ alignas(16) unsigned s[256];
  auto block = cg::this_thread_block();
  const unsigned t = threadIdx.x;
  cg::memcpy_async(block, s, in + 64, sizeof(unsigned) * 128);
  cg::wait(block);
  out[t] = s[t];
  block.sync();
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[t], in + 1000 + t, sizeof(unsigned), pipe);
  pipe.producer_commit();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[128 + t], in + 2000 + t, sizeof(unsigned), pipe);
  pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<1>(pipe);
  out[128 + t] = s[t];
  pipe.consumer_release();
  pipe.consumer_wait();
  out[256 + t] = s[128 + t];
  pipe.consumer_release();
}
extern "C" __global__ void barrier(unsigned* out, const unsigned* in) {
  __shared__ unsigned s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  const unsigned t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (unsigned round = 0; round < 5; ++round) {
    cuda::memcpy_async(&s[t], in + 64 * round + t, cuda::aligned_size_t<4>(4), bar);
    bar.arrive_and_wait();
    out[64 * round + t] = s[63 - t];
    bar.arrive_and_wait();
  }
  if (t < 16) { bar.arrive_and_drop(); return; }
  auto token = bar.arrive();
  bar.wait(std::move(token));
  out[1000 + t] = t;
}
#if __CUDA_ARCH__ >= 900
namespace ex = cuda::device::experimental;
extern "C" __global__ void bulk_copies(unsigned* out, const unsigned* in) {
  __shared__ alignas(128) unsigned s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  const unsigned t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    ex::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  cuda::barrier<cuda::thread_scope_block>::arrival_token token;
  if (t == 0) {
    ex::cp_async_bulk_global_to_shared(s, in + 256 * blockIdx.x, sizeof s, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof s);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  s[t] += 7;
  ex::fence_proxy_async_shared_cta();
  __syncthreads();
  if (t == 0) {
    ex::cp_async_bulk_shared_to_global(out + 256 * blockIdx.x, s, sizeof s);
    ex::cp_async_bulk_commit_group();
    ex::cp_async_bulk_wait_group_read<0>();
  }
  __syncthreads();
  s[t] = 0;
}
#else
extern "C" __global__ void bulk_copies(unsigned*, const unsigned*) {}
#endif
)";

cuda_launch cccl(const std::string& entry, cuda_launch launch) {
  launch.entry = entry;
  launch.other_entries = {"pipeline", "barrier", "bulk_copies"};
  return launch;
}

const std::string pipelined = R"(
#include <cuda_pipeline.h>
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  __shared__ alignas(16) unsigned s[2][32];
  const unsigned t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  for (unsigned step = 0; step < 8; ++step) {
    if (step < 7) __pipeline_memcpy_async(&s[(step + 1) % 2][t], &in[32 * (step + 1) + t], 4);
    __pipeline_commit();
    WAIT
    __syncthreads();
    out[32 * step + t] = s[step % 2][31 - t];
    __syncthreads();
  }
})";

std::string with_wait(const std::string& wait) {
  std::string source = pipelined;
  return source.replace(source.find("WAIT"), 4, wait);
}

TEST_P(async, double_buffering_with_element_copies) {
  const auto seen = run_cuda(with_wait("__pipeline_wait_prior(1);"), {.architecture = GetParam()});
  for (unsigned i = 0; i < 256; ++i) EXPECT_EQ(seen.out[i], i / 32 * 32 + 31 - i % 32);
  EXPECT_TRUE(seen.findings.empty());
  EXPECT_EQ(seen.counters.at("global_load_requests"), 8u);
}

// Copies take effect when they are waited for: without the wait the old contents are seen.
TEST_P(async, a_missing_wait_shows_as_stale_data) {
  const auto seen = run_cuda(with_wait(""), {.architecture = GetParam()});
  EXPECT_EQ(seen.out[0], 0u);
  EXPECT_EQ(seen.out[255], 0u);
}

TEST_P(async, groups_and_pipelines_copy) {
  const auto seen =
      run_cuda(with_cccl, cccl("pipeline", {.block = {128, 1, 1}, .architecture = GetParam()}));
  for (unsigned t = 0; t < 128; ++t) {
    EXPECT_EQ(seen.out[t], 64 + t);
    EXPECT_EQ(seen.out[128 + t], 1000 + t);
    EXPECT_EQ(seen.out[256 + t], 2000 + t);
  }
  EXPECT_TRUE(seen.findings.empty());
}

TEST_P(async, barriers_count_arrivals_and_copies) {
  const auto seen =
      run_cuda(with_cccl, cccl("barrier", {.block = {64, 1, 1}, .architecture = GetParam()}));
  for (unsigned i = 0; i < 320; ++i) EXPECT_EQ(seen.out[i], i / 64 * 64 + 63 - i % 64);
  for (unsigned t = 16; t < 64; ++t) EXPECT_EQ(seen.out[1000 + t], t);
  EXPECT_TRUE(seen.findings.empty());
}

TEST_P(bulk, copies_in_and_out_with_a_barrier) {
  const auto seen = run_cuda(
      with_cccl,
      cccl("bulk_copies", {.grid = {8, 1, 1}, .block = {256, 1, 1}, .architecture = GetParam()}));
  for (unsigned i = 0; i < 2048; ++i) ASSERT_EQ(seen.out[i], i + 7);
  EXPECT_TRUE(seen.findings.empty());
}

TEST_P(bulk, an_unfed_barrier_is_a_deadlock) {
  EXPECT_THROW(run_cuda(R"(
#include <cuda_awbarrier_primitives.h>
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0) __mbarrier_init(&bar, blockDim.x + 1);
  __syncthreads();
  const auto token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {
  }
})",
                        {.architecture = GetParam()}),
               deadlock_error);
}

TEST_P(bulk, multicast_and_remote_stores) {
  const auto seen = run_cuda(R"(
#define _CG_LIMIT_INCLUDED_DEPENDENCIES
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void __cluster_dims__(4, 1, 1) k(unsigned* out, const unsigned* in) {
  __shared__ alignas(128) unsigned s[64];
  __shared__ alignas(8) unsigned long long bar[2];
  auto cluster = cg::this_cluster();
  const unsigned t = threadIdx.x, rank = cluster.block_rank();
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&bar[0])));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&bar[1])));
    asm volatile("fence.mbarrier_init.release.cluster;");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(at(&bar[0])));
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(at(&bar[1])));
  }
  cluster.sync();
  if (rank == 2 && t == 0)
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
        "[%0], [%1], 128, [%2], %3;" ::"r"(at(s)), "l"(in + 100), "r"(at(&bar[0])), "h"((short)0xf)
        : "memory");
  const unsigned to = (unsigned)__cvta_generic_to_shared(s + 32 + t);
  unsigned there, its_bar;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(to), "r"((rank + 1) % 4));
  asm("mapa.shared::cluster.u32 %0, %1, %2;"
      : "=r"(its_bar)
      : "r"(at(&bar[1])), "r"((rank + 1) % 4));
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];"
               ::"r"(there), "r"(rank * 1000 + t), "r"(its_bar) : "memory");
  for (int i = 0; i < 2; ++i)
    asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
                 "@!p bra WAIT; }" ::"r"(at(&bar[i])) : "memory");
  out[blockIdx.x * 64 + t] = s[t];
  out[blockIdx.x * 64 + 32 + t] = s[32 + t];
  cluster.sync();
})",
                             {.grid = {8, 1, 1}, .architecture = GetParam()});
  for (unsigned b = 0; b < 8; ++b)
    for (unsigned t = 0; t < 32; ++t) {
      EXPECT_EQ(seen.out[b * 64 + t], 100 + t);
      EXPECT_EQ(seen.out[b * 64 + 32 + t], (b % 4 + 3) % 4 * 1000 + t);
    }
  EXPECT_TRUE(seen.findings.empty());
}

TEST_P(bulk, reduces_into_global_memory) {
  const std::string source = R"(
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  __shared__ alignas(128) unsigned s[32];
  s[threadIdx.x] = threadIdx.x + blockIdx.x;
  __syncthreads();
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  if (threadIdx.x != 0) return;
  const unsigned at = (unsigned)__cvta_generic_to_shared(s);
  asm volatile(
      "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%2], 128;\n"
      "cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%1], [%2], 128;"
      ::"l"(out), "l"(out + 32), "r"(at) : "memory");
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
})";
  const auto seen =
      run_cuda(source, {.grid = {10, 1, 1}, .architecture = GetParam(), .host_threads = 3});
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(seen.out[t], 10 * t + 45);
    EXPECT_EQ(seen.out[32 + t], t + 9);
  }
}

TEST_P(bulk, stray_copies_are_findings) {
  const auto seen = run_cuda(R"(
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  __shared__ alignas(128) unsigned s[32];
  const unsigned at = (unsigned)__cvta_generic_to_shared(s);
  if (threadIdx.x != 0) return;
  unsigned* const odd = out + 1;
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(out), "r"(at));
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;" ::"l"(odd), "r"(at));
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
})",
                             {.architecture = GetParam()});
  ASSERT_EQ(seen.findings.size(), 2u);
  EXPECT_EQ(seen.findings[0].kind, "out_of_bounds");
  EXPECT_EQ(seen.findings[0].line, 7);
  EXPECT_EQ(seen.findings[1].kind, "misaligned");
  EXPECT_EQ(seen.findings[1].line, 8);
}

INSTANTIATE_TEST_SUITE_P(targets, async,
                         testing::Values("compute_80", "compute_90", "compute_100"));
INSTANTIATE_TEST_SUITE_P(targets, bulk, testing::Values("compute_90", "compute_100"));

}  // namespace
}  // namespace warpmark::simt
