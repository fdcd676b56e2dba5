// The parts of the static stage.

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

TEST(architecture_limits, know_variants_of_an_architecture_and_refuse_others) {
  EXPECT_EQ(limits_of_architecture("sm_90a")->architecture, "sm_90a");
  EXPECT_EQ(limits_of_architecture("sm_86")->max_threads_per_multiprocessor, 1536);
  EXPECT_FALSE(limits_of_architecture("compute_90"));
  EXPECT_THROW(require_known({"sm_90", "sm_9"}), usage_error);
}

}  // namespace
}  // namespace warpmark::gate
