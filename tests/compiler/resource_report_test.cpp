#include "bench/compiler/resource_report.hpp"

#include <gtest/gtest.h>

namespace warpmark::compiler {
namespace {

TEST(resource_report, reads_what_ptxas_writes) {
  const auto found = parse_resource_report(
      "ptxas info    : Compiling entry function 'other' for 'sm_90'\n"
      "ptxas info    : Used 8 registers, used 0 barriers\n"
      "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
      "ptxas info    : Function properties for k\n"
      "ptxas         .     216 bytes stack frame, 440 bytes spill stores, 460 bytes spill loads\n"
      "ptxas info    : Used 255 registers, used 1 barriers, 1024 bytes smem, 380 bytes cmem[0]\n",
      "k");
  EXPECT_EQ(found.registers, 255);
  EXPECT_EQ(found.barriers, 1);
  EXPECT_EQ(found.static_shared_bytes, 1024u);
  EXPECT_EQ(found.stack_bytes, 216u);
  EXPECT_EQ(found.spill_store_bytes, 440u);
  EXPECT_EQ(found.spill_load_bytes, 460u);
  EXPECT_EQ(found.constant_bytes, 380u);
}

TEST(resource_report, leaves_at_zero_what_is_not_mentioned) {
  const auto found = parse_resource_report(
      "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
      "ptxas info    : Used 8 registers, used 0 barriers\n",
      "k");
  EXPECT_EQ(found.registers, 8);
  EXPECT_EQ(found.static_shared_bytes, 0u);
  EXPECT_EQ(parse_resource_report("", "k").registers, 0);
}

}  // namespace
}  // namespace warpmark::compiler
