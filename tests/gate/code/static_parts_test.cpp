// The parts of the static stage.

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "ci/gate/statics/architecture_limits.hpp"
#include "ci/gate/statics/instruction_mix.hpp"
#include "ci/gate/statics/resource_changes.hpp"

namespace warpmark::gate {
namespace {

TEST(instruction_mix, of_a_disassembly_counts_mnemonics) {
  const auto mix = mix_of_sass(
      "        /*0000*/                   LDC R1, c[0x0][0x28] ;            /* 0x00000a00ff017b82 "
      "*/\n"
      "        /*0010*/              @!P0 LDG.E.128 R4, desc[UR4][R2.64] ;\n"
      "        /*0020*/             @!UP0 UIADD3 UR4, UR4, 0x1, URZ ;\n"
      "        /*0030*/               @PT LDG.E R4, desc[UR4][R2.64] ;\n"
      ".L_x_0:\n        /*0040*/                   EXIT ;\n");
  EXPECT_EQ(mix, (instruction_mix{
                     {"sass.EXIT", 1}, {"sass.LDC", 1}, {"sass.LDG", 2}, {"sass.UIADD3", 1}}));
}

TEST(instruction_mix, of_ptx_counts_memory_by_its_space) {
  const auto mix = mix_of_ptx(
      ".version 9.0\n.visible .entry k(\n\t.param .u64 k_param_0\n)\n{\n\t.reg .pred %p<2>;\n"
      "\tld.param.u64 %rd1, [k_param_0];\n$L__BB0_1:\n\t@%p1 ld.global.nc.v4.u32 {%r1}, [%rd1];\n"
      "\t@!%p1 bra $L__BB0_1;\n\tst.volatile.shared.u32 [%r2], %r1;\n\tret;\n}\n");
  EXPECT_EQ(mix, (instruction_mix{{"ptx.bra", 1},
                                  {"ptx.ld.global", 1},
                                  {"ptx.ld.param", 1},
                                  {"ptx.ret", 1},
                                  {"ptx.st.shared", 1}}));
}

TEST(mix_changes, shows_the_five_largest) {
  instruction_mix base, head;
  for (int i = 1; i <= 7; ++i) head["ptx." + std::to_string(i)] = static_cast<std::size_t>(i);
  const auto changes = mix_changes(base, head);
  ASSERT_EQ(changes.size(), 5U);
  EXPECT_EQ(changes.front().quantity, "ptx.7");
}

TEST(occupancy_change, is_of_the_blocks_that_lost_most) {
  const auto limits = limits_of_architecture("sm_90").value();
  kernel_pair pair{.family = "f"};
  pair.blocks = {{{.threads = 32}, {.threads = 32}}, {{.threads = 1024}, {.threads = 1024}}};
  compiler::kernel_resources base, head;
  base.registers = 32;
  head.registers = 40;
  const auto changes = occupancy_change(base, head, pair, limits);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes.front().base, 1.0);
  EXPECT_EQ(changes.front().head, 0.5);  // One block of 1024 threads with 40 registers each.
  head.registers = 32;
  EXPECT_TRUE(occupancy_change(base, head, pair, limits).empty());
}

constexpr std::size_t kib = 1024;

TEST(occupancy_change, counts_static_and_dynamic_shared_memory) {
  const auto limits = limits_of_architecture("sm_90").value();
  kernel_pair pair{.family = "f"};
  pair.blocks = {{{.threads = 256, .dynamic_shared_bytes = 50 * kib},
                  {.threads = 256, .dynamic_shared_bytes = 100 * kib}}};
  compiler::kernel_resources base, head;
  base.registers = head.registers = 32;
  auto changes = occupancy_change(base, head, pair, limits);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes.front().base, 0.5) << "four blocks of 256 threads";
  EXPECT_EQ(changes.front().head, 0.25);
  // The same with a part of it static.
  pair.blocks = {{{.threads = 256, .dynamic_shared_bytes = 30 * kib},
                  {.threads = 256, .dynamic_shared_bytes = 30 * kib}}};
  base.static_shared_bytes = 20 * kib;
  head.static_shared_bytes = 70 * kib;
  changes = occupancy_change(base, head, pair, limits);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes.front().base, 0.5);
  EXPECT_EQ(changes.front().head, 0.25);
}

// Blocks of 64, 128 and 256 threads with this much shared memory in the base and in the head.
std::vector<change> change_of_three_blocks(const std::array<std::size_t, 3>& base_kib,
                                           const std::array<std::size_t, 3>& head_kib) {
  kernel_pair pair{.family = "f"};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint32_t threads = 64u << i;
    pair.blocks.push_back({{.threads = threads, .dynamic_shared_bytes = base_kib[i] * kib},
                           {.threads = threads, .dynamic_shared_bytes = head_kib[i] * kib}});
  }
  compiler::kernel_resources resources;
  resources.registers = 32;
  return occupancy_change(resources, resources, pair, *limits_of_architecture("sm_90"));
}

TEST(occupancy_change, is_the_largest_drop_though_others_rise) {
  const auto changes = change_of_three_blocks({50, 50, 100}, {100, 200, 50});
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes.front().base, 4 * 128 / 2048.0);
  EXPECT_EQ(changes.front().head, 128 / 2048.0);
  EXPECT_NE(changes.front().why.find("blocks of 128"), std::string::npos) << changes.front().why;
}

TEST(occupancy_change, is_the_largest_rise_if_there_is_no_drop) {
  const auto changes = change_of_three_blocks({100, 100, 50}, {50, 50, 50});
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes.front().base, 2 * 128 / 2048.0);
  EXPECT_EQ(changes.front().head, 4 * 128 / 2048.0);
  EXPECT_TRUE(change_of_three_blocks({50, 50, 50}, {50, 50, 50}).empty());
}

TEST(resource_changes, are_of_what_differs_and_explain_growth) {
  compiler::kernel_resources base, head;
  base.registers = 32;
  head.registers = 40;
  base.spill_load_bytes = 8;
  auto changes = resource_changes(base, head);
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].quantity, "spill_load_bytes");
  EXPECT_EQ(changes[0].unit, "B");
  EXPECT_EQ(changes[0].base, 8);
  EXPECT_EQ(changes[0].head, 0);
  EXPECT_EQ(changes[0].why, "");
  EXPECT_EQ(changes[1].quantity, "registers");
  EXPECT_NE(changes[1].why, "");
  EXPECT_TRUE(resource_changes(head, head).empty());
}

TEST(mix_changes, are_of_kinds_that_either_side_lacks) {
  const auto changes = mix_changes({{"ptx.a", 1}, {"ptx.b", 4}, {"ptx.c", 2}},
                                   {{"ptx.b", 4}, {"ptx.c", 5}, {"ptx.d", 2}});
  ASSERT_EQ(changes.size(), 3u);
  EXPECT_EQ(changes[0].quantity, "ptx.c");
  EXPECT_EQ(changes[1].quantity, "ptx.d");
  EXPECT_EQ(changes[1].base, 0);
  EXPECT_EQ(changes[1].head, 2);
  EXPECT_EQ(changes[2].quantity, "ptx.a");
  EXPECT_EQ(changes[2].head, 0);
}

TEST(architecture_limits, know_variants_of_an_architecture_and_refuse_others) {
  EXPECT_EQ(limits_of_architecture("sm_90a")->architecture, "sm_90a");
  EXPECT_EQ(limits_of_architecture("sm_86")->max_threads_per_multiprocessor, 1536);
  EXPECT_FALSE(limits_of_architecture("compute_90"));
  EXPECT_THROW(require_known({"sm_90", "sm_9"}), usage_error);
}

}  // namespace
}  // namespace warpmark::gate
