#include "simt/memory/race_clocks.hpp"
#include "simt/memory/vector_clock.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(races, names_both_sides) {
  const auto seen = run_body(R"(
.loc 1 11 1
st.shared.u32 [%rd7], %r1;
.loc 1 12 1
ld.shared.u32 %r10, [%rd7+128];
)",
                             {.threads = 64});
  ASSERT_TRUE(seen.has("uninitialised_read"));  // The first warp reads before the second writes.
  ASSERT_TRUE(seen.has("shared_race"));
  for (const finding& finding : seen.findings) {
    if (finding.kind != "shared_race") continue;
    EXPECT_EQ(finding.line, 11);
    EXPECT_EQ(finding.warp, 1u);
    EXPECT_EQ(finding.lanes, all_lanes);
    ASSERT_TRUE(finding.other.has_value());
    EXPECT_EQ(finding.other->file, "kernel.cu");
    EXPECT_EQ(finding.other->line, 12);
    EXPECT_EQ(finding.other->warp, 0u);
  }
}

TEST(races, of_two_blocks_name_the_other_block) {
  const auto seen = run_body("st.global.u32 [%rd1+4], %ctaid.x;", {.blocks = 3, .threads = 1});
  ASSERT_TRUE(seen.has("global_race"));
  EXPECT_EQ(seen.findings[0].block.x, 1u);
  ASSERT_TRUE(seen.findings[0].other.has_value());
  EXPECT_EQ(seen.findings[0].other->block.x, 0u);
}

TEST(races, stores_of_one_value_are_none) {
  EXPECT_TRUE(
      run_body("st.global.u32 [%rd1+4], 7;", {.blocks = 3, .threads = 64}).findings.empty());
}

TEST(races, narrow_stores_beside_each_other_are_none) {
  EXPECT_TRUE(
      run_body("add.s64 %rd8, %rd1, 64;\ncvt.u64.u32 %rd9, %r1;\nadd.s64 %rd8, %rd8, %rd9;\n"
               "st.global.u8 [%rd8], %r1;\nbar.sync 0;\nst.global.u8 [%rd8], %r1;",
               {.threads = 96})
          .findings.empty());
}

// %rd8 is the address of thread %r2's part of so many bytes, 64 bytes into out, and %rd9 in shared
// memory.
std::string narrow_parts(unsigned bytes) {
  const std::string size = std::to_string(bytes);
  return "mul.wide.u32 %rd10, %r2, " + size +
         ";\nadd.s64 %rd8, %rd1, 64;\nadd.s64 %rd8, %rd8, %rd10;\n"
         "add.s64 %rd9, %rd6, %rd10;\n";
}

TEST(races, halves_of_a_word_belong_to_two_threads) {
  const std::string parts = "mov.u32 %r2, %r1;\n" + narrow_parts(2);
  for (const std::string store : {"st.global.u16 [%rd8], %r1;", "st.shared.u16 [%rd9], %r1;"})
    EXPECT_TRUE(
        run_body(parts + store + "\nbar.sync 0;\n" + store, {.threads = 96}).findings.empty())
        << store;
}

// Both warps write the same parts.
TEST(races, narrow_stores_to_one_place_are_found) {
  for (const unsigned bytes : {1u, 2u}) {
    const std::string parts = "and.b32 %r2, %r1, 31;\n" + narrow_parts(bytes);
    const std::string type = bytes == 1 ? "u8" : "u16";
    EXPECT_TRUE(
        run_body(parts + "st.global." + type + " [%rd8], %r1;", {.threads = 64}).has("global_race"))
        << type;
    EXPECT_TRUE(
        run_body(parts + "st.shared." + type + " [%rd9], %r1;", {.threads = 64}).has("shared_race"))
        << type;
  }
}

// The second warp reads the words of which the first has written the upper halves.
TEST(races, a_narrow_store_and_a_read_of_its_word_are_found) {
  const std::string parts = "and.b32 %r2, %r1, 31;\n" + narrow_parts(4);
  EXPECT_TRUE(run_body(parts + "setp.lt.u32 %p1, %r1, 32;\n@%p1 st.global.u16 [%rd8+2], %r1;\n"
                               "@!%p1 ld.global.u32 %r10, [%rd8];",
                       {.threads = 64})
                  .has("global_race"));
  EXPECT_FALSE(run_body(parts + "setp.lt.u32 %p1, %r1, 32;\n@%p1 st.global.u16 [%rd8+2], %r1;\n"
                                "@!%p1 ld.global.u16 %r10, [%rd8];",
                        {.threads = 64})
                   .has("global_race"));
}

TEST(races, reads_of_host_data_by_all_are_none) {
  EXPECT_TRUE(
      run_body("ld.global.u32 %r10, [%rd2];\nst.global.u32 [%rd4], %r10;").findings.empty());
}

TEST(uninitialised_reads, of_a_vectors_unread_parts_are_none) {
  const std::string half =
      "shl.b64 %rd8, %rd3, 1;\nadd.s64 %rd8, %rd6, %rd8;\n"
      "st.shared.u32 [%rd8], %r1;\nld.shared.v2.u32 {%r10, %r11}, [%rd8];\n";
  EXPECT_TRUE(run_body(half + "st.global.u32 [%rd4], %r10;").findings.empty());
  EXPECT_TRUE(run_body(half + "st.global.u32 [%rd4], %r11;").has("uninitialised_read"));
}

TEST(uninitialised_reads, are_exact_to_the_byte) {
  EXPECT_FALSE(run_body("st.shared.u16 [bytes], %r1;\nld.shared.u16 %r10, [bytes];", {.threads = 1})
                   .has("uninitialised_read"));
  EXPECT_TRUE(run_body("st.shared.u16 [bytes], %r1;\nld.shared.u32 %r10, [bytes];", {.threads = 1})
                  .has("uninitialised_read"));
}

TEST(race_clocks, barriers_and_masks_order) {
  race_clocks clocks(2);
  const auto then = clocks.now(0);
  EXPECT_FALSE(clocks.ordered(0, then, 1));
  clocks.acquire(1, clocks.known(0));
  EXPECT_TRUE(clocks.ordered(0, then, 1));
  EXPECT_FALSE(clocks.lanes_ordered(0, 3, then, 4));
  clocks.meet(0, 0x0000'00ff, all_lanes);
  EXPECT_TRUE(clocks.lanes_ordered(0, 3, then, 4));
  EXPECT_FALSE(clocks.lanes_ordered(0, 3, then, 9));
  clocks.meet(0, 0x0000'0f80, all_lanes);  // Lane 7 passes on what it knows of lane 3.
  EXPECT_TRUE(clocks.lanes_ordered(0, 3, then, 9));
  EXPECT_FALSE(clocks.lanes_ordered(0, 3, then, 12));
  clocks.meet(0, all_lanes, all_lanes);
  EXPECT_TRUE(clocks.lanes_ordered(0, 3, then, 12));
}

TEST(race_knowledge, joins_keep_the_latest_and_share) {
  const grid_clocks grid(100'000);
  clock_row early{}, late{};
  early[3] = 5, late[3] = 9;
  const auto a = grid.with(nullptr, 70'000, early);
  const auto b = grid.with(grid.with(nullptr, 70'000, late), 1, early);
  const auto both = grid.join(a, b);
  EXPECT_EQ(both, b);  // It knows all that the other does.
  EXPECT_EQ((*grid.find(both, 70'000))[3], 9u);
  EXPECT_EQ((*grid.find(both, 1))[3], 5u);
  EXPECT_EQ(grid.find(both, 2), nullptr);
  EXPECT_EQ((*grid.find(a, 70'000))[3], 5u);
}

}  // namespace
}  // namespace warpmark::simt
