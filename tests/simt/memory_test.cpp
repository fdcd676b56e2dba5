#include "simt/memory/address_costs.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

// Loads in[stride * t].
outcome strided_load(int stride) {
  return run_body("mul.wide.u32 %rd8, %r1, " + std::to_string(4 * stride) +
                  "; add.s64 %rd8, %rd2, %rd8; ld.global.u32 %r10, [%rd8];");
}

TEST(sectors, of_strided_loads) {
  EXPECT_EQ(strided_load(1)["global_load_sectors"], 4u);
  EXPECT_EQ(strided_load(2)["global_load_sectors"], 8u);
  EXPECT_EQ(strided_load(8)["global_load_sectors"], 32u);
  EXPECT_EQ(strided_load(32)["global_load_sectors"], 32u);
  EXPECT_EQ(strided_load(0)["global_load_sectors"], 1u);
}

TEST(sectors, of_vectors_and_shifted_runs) {
  EXPECT_EQ(run_body("mul.wide.u32 %rd8, %r1, 16; add.s64 %rd8, %rd2, %rd8; "
                     "ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd8];")["global_load_sectors"],
            16u);
  EXPECT_EQ(run_body("ld.global.u32 %r10, [%rd5+4];")["global_load_sectors"], 5u);
}

unsigned wavefronts(unsigned lane_words, unsigned size, std::uint32_t active = ~0u) {
  lane_addresses address;
  for (unsigned lane = 0; lane < 32; ++lane) address[lane] = 4ull * lane_words * lane;
  return count_wavefronts(address, active, size, false).wavefronts;
}

unsigned l1_wavefronts(unsigned lane_words, unsigned shift_words = 0, unsigned size = 4) {
  lane_addresses address;
  for (unsigned lane = 0; lane < 32; ++lane)
    address[lane] = 4ull * (lane_words * lane + shift_words);
  return count_l1_wavefronts(address, ~0u, size);
}

TEST(wavefronts, of_loads_from_l1) {
  EXPECT_EQ(l1_wavefronts(1), 1u);
  EXPECT_EQ(l1_wavefronts(1, 3), 1u);  // two lines
  EXPECT_EQ(l1_wavefronts(8), 8u);     // four banks
  EXPECT_EQ(l1_wavefronts(32), 32u);   // one bank
  EXPECT_EQ(l1_wavefronts(33), 8u);    // all banks, 32 lines
  EXPECT_EQ(l1_wavefronts(0), 1u);
  EXPECT_EQ(l1_wavefronts(4, 0, 16), 4u);
}

TEST(wavefronts, of_transposed_tiles) {
  EXPECT_EQ(wavefronts(32, 4), 32u);
  EXPECT_EQ(wavefronts(33, 4), 1u);
  EXPECT_EQ(wavefronts(64, 8), 32u);
  EXPECT_EQ(wavefronts(66, 8), 2u);
  EXPECT_EQ(wavefronts(4, 16), 4u);
  EXPECT_EQ(wavefronts(0, 4), 1u);
  EXPECT_EQ(wavefronts(2, 8, 0xffff), 1u);
  // Tiles of 16: a warp reads two columns.
  lane_addresses plain, padded;
  for (unsigned lane = 0; lane < 32; ++lane) {
    plain[lane] = 4ull * ((lane % 16) * 16 + lane / 16);
    padded[lane] = 4ull * ((lane % 16) * 17 + lane / 16);
  }
  EXPECT_EQ(count_wavefronts(plain, ~0u, 4, true).wavefronts, 8u);
  EXPECT_EQ(count_wavefronts(padded, ~0u, 4, true).wavefronts, 2u);
}

TEST(wavefronts, are_counted_for_shared_accesses) {
  const auto seen = run_body(R"(
mul.wide.u32 %rd8, %r1, 128;
add.s64 %rd8, %rd6, %rd8;
st.shared.u32 [%rd8], %r1;
cvta.shared.u64 %rd9, %rd7;
ld.u32 %r10, [%rd9];
atom.shared.add.u32 %r11, [bytes], 1;
)");
  EXPECT_EQ(seen["shared_store_wavefronts"], 32u);
  EXPECT_EQ(seen["shared_store_ideal_wavefronts"], 1u);
  EXPECT_EQ(seen["shared_load_wavefronts"], 1u);
  EXPECT_EQ(seen["shared_atomic_requests"], 1u);
  EXPECT_EQ(seen["global_load_requests"], 0u);
}

TEST(memory, narrow_loads_extend) {
  EXPECT_EQ(word("st.shared.u8 [bytes], 255; ld.shared.s8 %r10, [bytes];"), ~0u);
  EXPECT_EQ(word("st.shared.u16 [bytes], 65535; ld.shared.u16 %r10, [bytes];"), 65535u);
}

TEST(memory, local_memory_is_each_threads_own) {
  const auto seen = run_body(R"(
.local .align 4 .b8 mine[16];
mov.u64 %rd8, mine;
st.local.u32 [%rd8+4], %r1;
cvta.local.u64 %rd9, %rd8;
ld.u32 %r10, [%rd9+4];
st.global.u32 [%rd4], %r10;
)");
  EXPECT_EQ(seen.out[31], 31u);
  EXPECT_EQ(seen["local_store_requests"], 1u);
  EXPECT_EQ(seen["local_load_requests"], 1u);
}

TEST(atomics, return_the_old_value_lane_by_lane) {
  const auto seen = run_body(R"(
atom.global.add.u32 %r10, [%rd1+512], 2;
st.global.u32 [%rd4], %r10;
red.global.max.s32 [%rd1+516], %r1;
atom.global.inc.u32 %r11, [%rd1+520], 9;
atom.global.cas.b32 %r12, [%rd1+524], 0, 7;
atom.global.exch.b32 %r12, [%rd1+528], %r1;
red.global.xor.b32 [%rd4+640], %r1;
)");
  EXPECT_EQ(seen.out[5], 10u);
  EXPECT_EQ(seen.out[128], 64u);
  EXPECT_EQ(seen.out[129], 31u);
  EXPECT_EQ(seen.out[130], 2u);
  EXPECT_EQ(seen.out[131], 7u);
  EXPECT_EQ(seen.out[132], 31u);
  EXPECT_EQ(seen["global_atomic_requests"], 6u);
  EXPECT_EQ(seen["global_atomic_lanes"], 192u);
  EXPECT_EQ(seen["global_atomic_serialisation"], 5u * 31u);
  EXPECT_EQ(seen["global_atomic_sectors"], 9u);
}

TEST(local_memory, lanes_at_one_offset_fill_sectors) {
  const std::string before = ".local .align 8 .b8 own[64];\nmov.u64 %rd20, own;\n";
  const auto same = run_body(before + "st.local.u32 [%rd20+8], %r1;\nld.local.u64 %rd21, [%rd20];");
  EXPECT_EQ(same["local_store_sectors"], 4u);
  EXPECT_EQ(same["local_load_sectors"], 8u);
  // Lane t at word t % 8: 8 rows of 128 bytes, 4 lanes in each, none of them in one sector.
  const auto apart = run_body(before +
                              "and.b32 %r2, %r1, 7;\nmul.wide.u32 %rd22, %r2, 4;\n"
                              "add.s64 %rd22, %rd20, %rd22;\nst.local.u32 [%rd22], %r1;");
  EXPECT_EQ(apart["local_store_sectors"], 32u);
}

TEST(shared_atomics, serialisation_is_the_depth_of_the_fullest_address) {
  const auto one = run_body("atom.shared.add.u32 %r2, [bytes], 1;");
  EXPECT_EQ(one["shared_atomic_serialisation"], 31u);
  const auto four = run_body(
      "and.b32 %r3, %r1, 7;\nmul.wide.u32 %rd8, %r3, 4;\nadd.s64 %rd8, %rd6, %rd8;\n"
      "atom.shared.add.u32 %r2, [%rd8], 1;");
  EXPECT_EQ(four["shared_atomic_serialisation"], 3u);
}

// Lane 3 is among those that ignore the source, lane 20 is not.
TEST(async_copy, ignores_the_source_where_a_predicate_says_so) {
  const auto copied = [](const char* ignored) {
    return run_body(std::string("mov.u32 %r12, bytes; mad.lo.u32 %r12, %r1, 4, %r12;\n"
                                "setp.lt.u32 %p1, %r1, 16;\n"
                                "cp.async.ca.shared.global [%r12], [%rd5+4], 4, ") +
                    ignored +
                    ";\ncp.async.wait_all;\nld.shared.u32 %r10, [%r12];\n"
                    "st.global.u32 [%rd4], %r10;");
  };
  EXPECT_EQ(copied("%p1").out[3], 0u);
  EXPECT_EQ(copied("%p1").out[20], 21u);
  EXPECT_EQ(copied("!%p1").out[3], 4u);
  EXPECT_EQ(copied("!%p1").out[20], 0u);
  EXPECT_EQ(copied("%p1")["global_load_sectors"], 3u);
}

// A variable of 24 KB that only another kernel uses leaves room for this one's, which a function
// that it calls uses.
TEST(shared_memory, of_other_kernels_takes_no_room) {
  const std::string ptx = kernel_around(
      "call f, ();\nld.shared.u32 %r10, [mine+23996];\nst.global.u32 [%rd4], %r10;",
      ".shared .align 4 .b8 mine[24000];\n.shared .align 4 .b8 others[24000];\n"
      ".func f() {\n.reg .b32 %r1;\nmov.u32 %r1, 7;\nst.shared.u32 [mine+23996], %r1;\nret;\n}\n"
      ".visible .entry other() {\n.reg .b32 %r1;\nmov.u32 %r1, 1;\n"
      "st.shared.u32 [others], %r1;\nret;\n}\n");
  EXPECT_EQ(run_kernel(ptx).out[0], 7u);
}

}  // namespace
}  // namespace warpmark::simt
