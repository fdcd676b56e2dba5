#include <array>
#include <cstring>
#include <tuple>

#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

class kernels : public fake_driver {};

TEST_F(kernels, launch_passes_shape_and_arguments) {
  std::uint64_t pointer = 0;
  float factor = 0;
  fake.on_launch = [&](void** arguments) {
    std::memcpy(&pointer, arguments[0], sizeof pointer);
    std::memcpy(&factor, arguments[1], sizeof factor);
  };
  const std::array arguments{scalar_argument::of(std::uint64_t{0x1234}), scalar_argument::of(2.5f)};
  machine().launch(kernel("scale"), {.grid = {7}, .block = {128}, .dynamic_shared_bytes = 64},
                   arguments);
  machine().synchronize();
  ASSERT_EQ(fake.launches.size(), 1u);
  EXPECT_EQ(fake.launches[0].kernel, "scale");
  EXPECT_EQ(fake.launches[0].grid_x, 7u);
  EXPECT_EQ(fake.launches[0].block_x, 128u);
  EXPECT_EQ(fake.launches[0].shared_bytes, 64u);
  EXPECT_FALSE(fake.launches[0].cooperative);
  EXPECT_EQ(pointer, 0x1234u);
  EXPECT_EQ(factor, 2.5f);
}

TEST_F(kernels, cooperative_launch) {
  machine().launch(kernel(), {.grid = {4}, .block = {32}, .cooperative = true}, {});
  EXPECT_TRUE(fake.launches.at(0).cooperative);
}

TEST_F(kernels, launch_passes_all_extents) {
  const extent3 grid{2, 3, 4}, block{5, 6, 7};
  machine().launch(kernel(), {.grid = grid, .block = block, .dynamic_shared_bytes = 8}, {});
  machine().launch(
      kernel(), {.grid = grid, .block = block, .dynamic_shared_bytes = 8, .cooperative = true}, {});
  machine().launch(kernel(),
                   {.grid = grid, .block = block, .dynamic_shared_bytes = 8, .cluster = {2, 1, 4}},
                   {});
  ASSERT_EQ(fake.launches.size(), 3u);
  for (const auto& launch : fake.launches) {
    EXPECT_EQ(std::tie(launch.grid_x, launch.grid_y, launch.grid_z),
              std::tuple(grid.x, grid.y, grid.z));
    EXPECT_EQ(std::tie(launch.block_x, launch.block_y, launch.block_z),
              std::tuple(block.x, block.y, block.z));
    EXPECT_EQ(launch.shared_bytes, 8u);
  }
}

TEST_F(kernels, launch_with_clusters) {
  std::uint32_t seen = 0;
  fake.on_launch = [&](void** arguments) { std::memcpy(&seen, arguments[0], sizeof seen); };
  machine().launch(kernel("pairs"), {.grid = {8}, .block = {32}, .cluster = {2, 3, 4}},
                   std::array{scalar_argument::of(17u)});
  ASSERT_EQ(fake.launches.size(), 1u);
  EXPECT_EQ(fake.calls["cuLaunchKernelEx"], 1);
  EXPECT_EQ(fake.launches[0].kernel, "pairs");
  EXPECT_EQ(fake.launches[0].cluster_x, 2u);
  EXPECT_EQ(fake.launches[0].cluster_y, 3u);
  EXPECT_EQ(fake.launches[0].cluster_z, 4u);
  EXPECT_EQ(seen, 17u);
}

TEST_F(kernels, launch_with_clusters_is_cooperative_if_asked) {
  for (const bool cooperative : {false, true}) {
    machine().launch(kernel(),
                     {.grid = {8}, .block = {32}, .cooperative = cooperative, .cluster = {2}}, {});
    EXPECT_EQ(fake.launches.back().cluster_x, 2u);
    EXPECT_EQ(fake.launches.back().cooperative, cooperative);
  }
}

TEST_F(kernels, programmatic_launch_has_the_attribute) {
  machine().launch(kernel(), {.grid = {8}, .block = {32}, .programmatic = true}, {});
  EXPECT_TRUE(fake.launches.back().programmatic);
  EXPECT_EQ(fake.calls["cuLaunchKernelEx"], 1);
  machine().launch(kernel(), {.grid = {8}, .block = {32}, .cluster = {2}}, {});
  EXPECT_FALSE(fake.launches.back().programmatic);
}

TEST_F(kernels, programmatic_launch_may_have_clusters_and_be_cooperative) {
  machine().launch(
      kernel(),
      {.grid = {8}, .block = {32}, .cooperative = true, .programmatic = true, .cluster = {2}}, {});
  EXPECT_TRUE(fake.launches.back().programmatic);
  EXPECT_TRUE(fake.launches.back().cooperative);
  EXPECT_EQ(fake.launches.back().cluster_x, 2u);
  machine().launch(kernel(), {.cooperative = true, .programmatic = true}, {});
  EXPECT_TRUE(fake.launches.back().programmatic);
  EXPECT_TRUE(fake.launches.back().cooperative);
}

TEST_F(kernels, programmatic_launch_needs_compute_capability_9) {
  fake.capability_major = 8;
  EXPECT_EQ(message_of<unsupported_kernel>(
                [&] { machine().launch(kernel(), {.programmatic = true}, {}); }),
            "programmatic launches need compute capability 9.0; this card has 8.0");
  EXPECT_TRUE(fake.launches.empty());
  machine().launch(kernel(), {}, {});
  EXPECT_EQ(fake.launches.size(), 1u);
}

TEST_F(kernels, clusters_of_more_than_eight_blocks_are_asked_for) {
  machine().launch(kernel("portable"), {.cluster = {8}}, {});
  EXPECT_TRUE(fake.with_large_clusters.empty());
  machine().launch(kernel("large"), {.cluster = {3, 3}}, {});
  EXPECT_EQ(fake.with_large_clusters, std::set<std::string>{"large"});
}

TEST_F(kernels, a_cluster_of_one_block_is_none) {
  machine().launch(kernel(), {.cluster = {1, 1, 1}}, {});
  EXPECT_EQ(fake.calls["cuLaunchKernelEx"], 0);
  EXPECT_EQ(fake.calls["cuLaunchKernel"], 1);
}

TEST_F(kernels, are_loaded_once) {
  const auto first = kernel("a");
  EXPECT_EQ(kernel("a"), first);
  EXPECT_NE(kernel("b"), first);
  EXPECT_EQ(fake.live_modules, 2u);
  machine().unload_all();
  EXPECT_EQ(fake.live_modules, 0u);
  EXPECT_NE(kernel("a"), first) << "a stale handle must not come to mean another kernel";
  EXPECT_EQ(message_of<device_error>([&] { machine().launch(first, {}, {}); }),
            "kernel 0 is not loaded");
}

TEST_F(kernels, large_shared_memory_is_asked_for) {
  const auto plain = kernel("plain");
  machine().launch(plain, {.dynamic_shared_bytes = 48 * 1024}, {});
  EXPECT_TRUE(fake.dynamic_shared_limit.empty());
  machine().launch(plain, {.dynamic_shared_bytes = 100 * 1024}, {});
  EXPECT_EQ(fake.dynamic_shared_limit["plain"], 100 * 1024);
  machine().launch(plain, {.dynamic_shared_bytes = 60 * 1024}, {});
  EXPECT_EQ(fake.calls["cuFuncSetAttribute"], 1);

  const auto with_static = machine().load(compiled("with_static", 1024));
  machine().launch(with_static, {.dynamic_shared_bytes = 48 * 1024}, {});
  EXPECT_EQ(fake.dynamic_shared_limit["with_static"], 48 * 1024) << "the two parts share 48 KiB";
  EXPECT_NE(message_of<device_error>([&] {
              machine().launch(plain, {.dynamic_shared_bytes = 300 * 1024}, {});
            }).find("cuFuncSetAttribute(plain, 307200 bytes"),
            std::string::npos);
}

TEST_F(kernels, occupancy) { EXPECT_EQ(machine().resident_blocks(kernel(), 256, 0), 8); }

TEST_F(kernels, code_that_cannot_be_loaded) {
  auto without_code = compiled("ptx_only");
  without_code.cubin.clear();
  EXPECT_EQ(message_of<device_error>([&] { machine().load(without_code); }),
            "ptx_only has no machine code for a card");
  fake.failing["cuModuleGetFunction"] = 700;
  EXPECT_NE(message_of<device_error>([&] { kernel("lost"); }).find("cuModuleGetFunction(lost): "),
            std::string::npos);
  EXPECT_EQ(fake.live_modules, 0u);
  fake.failing = {{"cuModuleLoadData", 2}};
  EXPECT_NE(message_of<device_memory_error>([&] { kernel("big"); }).find("cuModuleLoadData(big): "),
            std::string::npos);
}

TEST_F(kernels, refused_launch_names_its_shape) {
  fake.failing["cuLaunchKernel"] = 700;
  EXPECT_EQ(message_of<device_error>([&] {
              machine().launch(kernel("sum"), {.grid = {2, 3}, .block = {64}}, {});
            }),
            "cuLaunchKernel(sum, grid 2x3x1, block 64x1x1, 0 bytes of dynamic shared memory): "
            "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)");
}

TEST_F(kernels, refused_launches_name_their_call) {
  fake.failing = {{"cuLaunchCooperativeKernel", 700}, {"cuLaunchKernelEx", 700}};
  EXPECT_TRUE(message_of<device_error>([&] {
                machine().launch(kernel("sum"), {.dynamic_shared_bytes = 9, .cooperative = true},
                                 {});
              }).starts_with("cuLaunchCooperativeKernel(sum, grid 1x1x1, block 1x1x1, 9 bytes"));
  EXPECT_TRUE(message_of<device_error>([&] {
                machine().launch(kernel("sum"), {.cooperative = true, .cluster = {2}}, {});
              }).starts_with("cuLaunchKernelEx(sum, "));
}

TEST_F(kernels, a_fault_inside_names_the_kernel) {
  fake.fault_in_next_kernel = 700;
  machine().launch(kernel("stray"), {}, {});
  EXPECT_EQ(message_of<device_error>([&] { machine().synchronize(); }),
            "cuStreamSynchronize (last launched: stray): CUDA_ERROR_ILLEGAL_ADDRESS (an illegal "
            "memory access was encountered)");
}

}  // namespace
}  // namespace warpmark::cuda
