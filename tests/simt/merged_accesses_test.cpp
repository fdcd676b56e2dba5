// Which neighbouring accesses to shared memory count as one. Each expectation was read in the
// sm_90 machine code that CUDA 13.0 makes of such a kernel.

#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

// %r20 = bytes + 4 t, %r21 = bytes + 8 t, %r22 = bytes + 16 t.
outcome run_access(const std::string& body) {
  return run_body(
      "mov.u32 %r19, bytes;\nshl.b32 %r20, %r1, 2;\nadd.s32 %r20, %r19, %r20;\n"
      "mad.lo.s32 %r21, %r1, 8, %r19;\nmul.lo.s32 %r22, %r1, 16;\nadd.s32 %r22, %r22, %r19;\n" +
      body);
}
std::uint64_t loads(const std::string& body) { return run_access(body)["shared_load_requests"]; }
std::uint64_t stores(const std::string& body) { return run_access(body)["shared_store_requests"]; }

TEST(merged_loads, pair_in_an_aligned_window) {
  EXPECT_EQ(loads("ld.shared.u32 %r2, [%r21];\nld.shared.u32 %r3, [%r21+4];"), 1u);
  EXPECT_EQ(loads("ld.shared.u32 %r2, [%r21+4];\nld.shared.f32 %f3, [%r21];"), 1u);
  EXPECT_EQ(loads("ld.shared.u32 %r2, [%r20];\nld.shared.u32 %r3, [%r20+4];"), 2u)
      << "4 t is no multiple of 8";
  EXPECT_EQ(loads("ld.shared.u32 %r2, [%r21+4];\nld.shared.u32 %r3, [%r21+8];"), 2u)
      << "across two windows";
}

TEST(merged_loads, three_of_four_words_are_enough) {
  const auto words = [](std::initializer_list<int> offsets, const char* base) {
    std::string body;
    for (const int offset : offsets)
      body += "ld.shared.u32 %r2, [" + std::string(base) + "+" + std::to_string(offset) + "];\n";
    return loads(body);
  };
  EXPECT_EQ(words({0, 4, 8, 12}, "%r22"), 1u);
  EXPECT_EQ(words({0, 4, 8}, "%r22"), 1u);
  EXPECT_EQ(words({0, 4, 12}, "%r22"), 1u);
  EXPECT_EQ(words({4, 8, 12}, "%r22"), 1u);
  EXPECT_EQ(words({0, 8}, "%r22"), 2u);
  EXPECT_EQ(words({0, 12}, "%r22"), 2u);
  EXPECT_EQ(words({0, 4, 8, 12, 16}, "%r22"), 2u);
  EXPECT_EQ(words({0, 4, 8, 12, 16, 20}, "%r22"), 2u);
  EXPECT_EQ(words({0, 4, 8, 12, 16}, "%r21"), 3u) << "proven for 8 bytes only";
  EXPECT_EQ(words({0, 4, 8, 12, 16, 20, 24}, "bytes"), 2u) << "an array of seven at 0";
}

TEST(merged_loads, wide_and_narrow_elements) {
  EXPECT_EQ(loads("ld.shared.f64 %fd2, [%r22];\nld.shared.f64 %fd3, [%r22+8];"), 1u);
  EXPECT_EQ(loads("ld.shared.u64 %rd12, [%r22];\nld.shared.u32 %r2, [%r22+8];\n"
                  "ld.shared.u32 %r3, [%r22+12];"),
            2u);
  EXPECT_EQ(loads("ld.shared.u16 %rs2, [%r21];\nld.shared.u16 %rs3, [%r21+2];"), 2u);
  EXPECT_EQ(loads("ld.shared.v2.f32 {%f2, %f3}, [%r22];\nld.shared.v2.f32 {%f4, %f5}, [%r22+8];"),
            2u);
}

TEST(merged_loads, what_keeps_them_apart) {
  const auto around = [](const std::string& between) {
    return loads("ld.shared.u32 %r2, [%r21];\n" + between + "\nld.shared.u32 %r3, [%r21+4];");
  };
  EXPECT_EQ(around("st.global.u32 [%rd4], %r2;"), 1u);
  EXPECT_EQ(around("atom.global.add.u32 %r4, [%rd1], 1;"), 1u);
  EXPECT_EQ(around("shfl.sync.bfly.b32 %r4, %r2, 1, 31, -1;"), 1u);
  EXPECT_EQ(around("st.shared.u32 [%r20], %r2;"), 2u);
  EXPECT_EQ(around("atom.shared.add.u32 %r4, [%r20], 1;"), 2u);
  EXPECT_EQ(around("bar.warp.sync -1;"), 2u);
  EXPECT_EQ(around("bar.sync 0;"), 2u);
  EXPECT_EQ(around("add.s32 %r21, %r21, 16;"), 2u);
  EXPECT_EQ(around("bra next;\nnext:"), 2u);
  EXPECT_EQ(loads("ld.volatile.shared.u32 %r2, [%r21];\nld.volatile.shared.u32 %r3, [%r21+4];"),
            2u);
}

TEST(merged_loads, same_guard_only) {
  const std::string guard = "setp.lt.u32 %p1, %r1, 8;\n";
  EXPECT_EQ(loads(guard + "@%p1 ld.shared.u32 %r2, [%r21];\n@%p1 ld.shared.u32 %r3, [%r21+4];"),
            1u);
  EXPECT_EQ(loads(guard + "@%p1 ld.shared.u32 %r2, [%r21];\n@!%p1 ld.shared.u32 %r3, [%r21+4];"),
            2u);
}

TEST(merged_loads, cost_what_the_wide_access_costs) {
  // 32 lanes 8 bytes apart: two wavefronts of half-warps, not two with a two-way conflict each.
  const outcome seen = run_access("ld.shared.u32 %r2, [%r21];\nld.shared.u32 %r3, [%r21+4];");
  EXPECT_EQ(seen["shared_load_wavefronts"], 2u);
  EXPECT_EQ(seen["shared_load_ideal_wavefronts"], 2u);
}

TEST(merged_stores, only_whole_windows) {
  const auto words = [](std::initializer_list<int> offsets) {
    std::string body;
    for (const int offset : offsets)
      body += "st.shared.u32 [%r22+" + std::to_string(offset) + "], %r1;\n";
    return stores(body);
  };
  EXPECT_EQ(words({0, 4}), 1u);
  EXPECT_EQ(words({0, 4, 8, 12}), 1u);
  EXPECT_EQ(words({0, 4, 8}), 2u);
  EXPECT_EQ(words({0, 8, 12}), 2u);
}

TEST(merged_stores, not_over_another_access) {
  EXPECT_EQ(stores("st.shared.u32 [%r21], %r1;\nld.shared.u32 %r2, [%r20];\n"
                   "st.shared.u32 [%r21+4], %r1;"),
            2u);
  EXPECT_EQ(stores("st.shared.u32 [%r21], %r1;\nst.shared.u32 [%r20+512], %r1;\n"
                   "st.shared.u32 [%r21+4], %r1;"),
            3u);
}

}  // namespace
}  // namespace warpmark::simt
