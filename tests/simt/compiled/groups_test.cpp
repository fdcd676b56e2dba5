#include "simt/errors.hpp"
#include "tests/simt/compiled/cuda_program.hpp"

namespace warpmark::simt {
namespace {

using groups = every_target;
using clusters = every_target;

// Without CCCL, whose headers take a second to read.
const std::string header =
    "#define _CG_LIMIT_INCLUDED_DEPENDENCIES\n#include <cooperative_groups.h>\n"
    "namespace cg = cooperative_groups;\n";

const std::string grid_sum = header + R"(
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  auto grid = cg::this_grid();
  const unsigned t = grid.thread_rank();
  for (int round = 0; round < 3; ++round) {
    out[t] += 1;
    grid.sync();
    const unsigned next = out[(t + 32) % grid.size()];
    grid.sync();
    out[t] += next;
    grid.sync();
  }
})";

TEST_P(groups, the_grid_meets_at_barriers) {
  const auto seen = run_cuda(
      grid_sum,
      {.grid = {20, 1, 1}, .block = {64, 1, 1}, .cooperative = true, .architecture = GetParam()});
  for (unsigned t = 0; t < 1280; ++t) ASSERT_EQ(seen.out[t], 14u) << t;
  for (const finding& finding : seen.findings)
    ADD_FAILURE() << finding.kind << ": " << finding.message;
}

TEST_P(groups, a_grid_barrier_takes_a_cooperative_launch) {
  try {
    run_cuda(grid_sum, {.grid = {20, 1, 1}, .block = {64, 1, 1}, .architecture = GetParam()});
    FAIL();
  } catch (const device_error& error) {
    EXPECT_NE(std::string(error.what()).find("cooperative launch"), std::string::npos)
        << error.what();
  }
}

TEST_P(groups, a_cooperative_grid_must_fit) {
  EXPECT_THROW(run_cuda(grid_sum, {.grid = {100000, 1, 1},
                                   .block = {64, 1, 1},
                                   .cooperative = true,
                                   .architecture = GetParam()}),
               device_error);
}

TEST_P(groups, tiles_and_coalesced_groups) {
  const auto seen = run_cuda(header + R"(
#include <cooperative_groups/reduce.h>
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  auto block = cg::this_thread_block();
  const unsigned t = block.thread_rank();
  auto tile = cg::tiled_partition<8>(block);
  out[t] = cg::reduce(tile, in[t], cg::plus<unsigned>());
  out[64 + t] = tile.meta_group_rank() * 100 + tile.shfl(t, 3);
  if (t % 3 == 1) {
    auto now = cg::coalesced_threads();
    out[128 + t] = now.thread_rank() * 1000 + now.size();
    out[192 + t] = cg::reduce(now, t, cg::greater<unsigned>());
  }
  auto warp = cg::tiled_partition<32>(block);
  auto same = cg::labeled_partition(warp, (int)(t % 5));
  out[256 + t] = same.size() * 100 + same.thread_rank();
  auto halves = cg::binary_partition(warp, t % 4 == 0);
  out[320 + t] = halves.size();
  out[384 + t] = tile.any(t == 9) + 2 * tile.all(t < 32) + 4 * (tile.ballot(t & 1) == 0xaa);
})",
                             {.block = {64, 1, 1}, .architecture = GetParam()});
  for (unsigned t = 0; t < 64; ++t) {
    const unsigned first = t / 8 * 8;
    EXPECT_EQ(seen.out[t], 8 * first + 28);
    EXPECT_EQ(seen.out[64 + t], t / 8 * 100 + first + 3);
    const unsigned lane = t % 32, warp = t / 32 * 32;
    if (t % 3 == 1) {
      unsigned before = 0, size = 0, greatest = 0;
      for (unsigned u = warp; u < warp + 32; ++u)
        if (u % 3 == 1) before += u < t, ++size, greatest = u;
      EXPECT_EQ(seen.out[128 + t], before * 1000 + size);
      EXPECT_EQ(seen.out[192 + t], greatest);
    }
    unsigned same = 0, rank = 0;
    for (unsigned u = warp; u < warp + 32; ++u)
      if (u % 5 == t % 5) ++same, rank += u < t;
    EXPECT_EQ(seen.out[256 + t], same * 100 + rank);
    EXPECT_EQ(seen.out[320 + t], t % 4 == 0 ? 8u : 24u);
    EXPECT_EQ(seen.out[384 + t], (t / 8 == 1) + 2 * (t < 32) + 4u) << lane;
  }
  EXPECT_TRUE(seen.findings.empty());
}

const std::string exchange = header + R"(
extern "C" __global__ void __cluster_dims__(2, 2, 1) k(unsigned* out, const unsigned* in) {
  __shared__ unsigned mine[32];
  auto cluster = cg::this_cluster();
  const unsigned t = threadIdx.x, rank = cluster.block_rank(), next = (rank + 1) % 4;
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  mine[t] = block * 100 + t;
  cluster.sync();
  unsigned* other = cluster.map_shared_rank(mine, next);
  out[block * 32 + t] = other[t];
  cluster.sync();
  atomicAdd(&other[t % 4], 1);
  other[31] = cluster.query_shared_rank(other) * 10 + (__isShared(other) ? 1 : 0);
  cluster.barrier_wait(cluster.barrier_arrive());
  out[1024 + block * 32 + t] = mine[t];
  if (t == 0) {
    const dim3 size = cluster.dim_blocks(), at = cluster.block_index();
    out[2048 + block] = rank * 1000 + at.x * 100 + at.y * 10 + size.x + size.y + size.z;
  }
})";

TEST_P(clusters, blocks_read_and_change_each_others_shared_memory) {
  const cuda_launch cuda_launch{.grid = {4, 4, 1}, .architecture = GetParam()};
  const auto seen = run_cuda(exchange, cuda_launch);
  for (unsigned block = 0; block < 16; ++block) {
    const unsigned x = block % 4, y = block / 4, rank = y % 2 * 2 + x % 2;
    const auto of_rank = [&](unsigned r) { return (y / 2 * 2 + r / 2) * 4 + x / 2 * 2 + r % 2; };
    for (unsigned t = 0; t < 31; ++t) {
      EXPECT_EQ(seen.out[block * 32 + t], of_rank((rank + 1) % 4) * 100 + t);
      EXPECT_EQ(seen.out[1024 + block * 32 + t], block * 100 + t + (t < 4 ? 8 : 0));
    }
    // Another block's shared memory is no shared::cta memory.
    EXPECT_EQ(seen.out[1024 + block * 32 + 31], rank * 10 + 0);
    EXPECT_EQ(seen.out[2048 + block], rank * 1000 + x % 2 * 100 + y % 2 * 10 + 5);
  }
  EXPECT_TRUE(seen.findings.empty());
  simt::cuda_launch threaded = cuda_launch;
  threaded.host_threads = 3;
  EXPECT_EQ(run_cuda(exchange, threaded).counters, seen.counters);
}

TEST_P(clusters, the_grid_must_be_whole_clusters) {
  EXPECT_THROW(run_cuda(exchange, {.grid = {3, 4, 1}, .architecture = GetParam()}), device_error);
}

TEST_P(clusters, a_missing_arrival_is_a_deadlock) {
  EXPECT_THROW(run_cuda(header + R"(
extern "C" __global__ void __cluster_dims__(2, 1, 1) k(unsigned* out, const unsigned* in) {
  auto cluster = cg::this_cluster();
  if (cluster.block_rank() == 0) cluster.sync();
  while (cluster.block_rank() == 1 && *(volatile unsigned*)out == 0);
})",
                        {.grid = {2, 1, 1}, .architecture = GetParam()}),
               deadlock_error);
}

INSTANTIATE_TEST_SUITE_P(targets, groups,
                         testing::Values("compute_80", "compute_90", "compute_100"));
INSTANTIATE_TEST_SUITE_P(targets, clusters, testing::Values("compute_90", "compute_100"));

}  // namespace
}  // namespace warpmark::simt
