#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(findings, out_of_bounds_by_one_byte) {
  const auto seen = run_body(
      ".loc 1 7 1\nld.global.u32 %r10, [%rd4+4];\nst.global.u32 [%rd5], %r10;", {.words = 32});
  ASSERT_EQ(seen.findings.size(), 1u);
  const finding& finding = seen.findings[0];
  EXPECT_EQ(finding.kind, "out_of_bounds");
  EXPECT_EQ(finding.line, 7);
  EXPECT_EQ(finding.file, "kernel.cu");
  EXPECT_EQ(finding.kernel, "k");
  EXPECT_EQ(finding.lanes, 0x80000000u);
}

TEST(findings, out_of_bounds_once_a_line_with_the_first_block) {
  const auto seen = run_body(R"(
.loc 1 9 1
mov.u32 %r2, %ctaid.x;
mul.wide.u32 %rd8, %r2, 128;
add.s64 %rd8, %rd4, %rd8;
st.global.u32 [%rd8], 1;
)",
                             {.blocks = 50, .words = 32 * 40, .host_threads = 4});
  ASSERT_EQ(seen.findings.size(), 1u);
  EXPECT_EQ(seen.findings[0].block.x, 40u);
}

TEST(findings, shared_and_local_bounds) {
  EXPECT_TRUE(run_body("st.shared.u32 [bytes+4096], %r1;").has("out_of_bounds"));
  EXPECT_FALSE(run_body("st.shared.u32 [bytes+4092], %r1;").has("out_of_bounds"));
  EXPECT_TRUE(run_body(".local .b32 x;\nst.local.u32 [x+4], %r1;").has("out_of_bounds"));
}

TEST(findings, use_after_release) {
  interpreter machine;
  const auto handle = machine.load(kernel_around("st.global.u32 [%rd4], %r1;"), "k");
  const auto out = machine.allocate(128);
  machine.release(out);
  machine.launch_with(handle, {.block = {32}}, out, out);
  machine.synchronize();
  const auto findings = machine.take_findings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_NE(findings[0].message.find("released"), std::string::npos);
}

TEST(findings, misaligned) {
  const auto seen = run_body(".loc 1 3 1\nld.global.u32 %r10, [%rd5+2];");
  EXPECT_TRUE(seen.has("misaligned"));
  EXPECT_FALSE(seen.has("out_of_bounds"));
}

TEST(findings, barrier_in_divergent_code) {
  const auto seen = run_body(R"(
setp.lt.u32 %p1, %r1, 7;
@%p1 bra HALF;
bra.uni END;
HALF:
.loc 1 21 1
bar.sync 0;
END:
bar.sync 0;
)");
  EXPECT_TRUE(seen.has("divergent_barrier"));
  EXPECT_EQ(seen.findings[0].line, 21);
}

// The paths never meet again, and no instruction is one for both.
TEST(findings, barriers_on_two_paths_of_a_warp) {
  const auto seen = run_body(R"(
setp.lt.u32 %p1, %r1, 7;
@%p1 bra HALF;
.loc 1 20 1
bar.sync 0;
ret;
HALF:
.loc 1 21 1
bar.sync 0;
)");
  ASSERT_TRUE(seen.has("divergent_barrier"));
}

// One warp waits for `first`, the next for `second`, and the third for none of both.
outcome two_barriers(const std::string& first, const std::string& second) {
  return run_body(
      "setp.ge.u32 %p1, %r1, 64;\n@%p1 exit;\nsetp.ge.u32 %p1, %r1, 32;\n"
      "@%p1 bra SECOND;\n" +
          first + "\nbra.uni END;\nSECOND:\n" + second + "\nEND:",
      {.threads = 96});
}

TEST(findings, a_barrier_of_all_threads_and_one_of_some_are_not_the_same) {
  for (const auto& [first, second] : std::vector<std::pair<std::string, std::string>>{
           {"bar.sync 1, 64;", "bar.sync 1;"}, {"bar.sync 1;", "bar.sync 1, 64;"}}) {
    const auto seen = two_barriers(first, second);
    ASSERT_TRUE(seen.has("barrier_mismatch")) << first;
    const bool all_first = first == "bar.sync 1;";
    EXPECT_EQ(seen.findings[0].message,
              all_first
                  ? "barrier 1 of 64 threads here, of all threads where the first warp arrived"
                  : "barrier 1 of all threads here, of 64 threads where the first warp "
                    "arrived");
  }
  EXPECT_FALSE(two_barriers("bar.sync 1, 64;", "bar.sync 1, 64;").has("barrier_mismatch"));
}

TEST(findings, a_barrier_of_as_many_threads_as_there_are_is_one_of_all) {
  const auto seen = run_body(R"(
setp.ge.u32 %p1, %r1, 32;
@%p1 bra SECOND;
bar.sync 1, 64;
bra.uni END;
SECOND:
bar.sync 1;
END:
)",
                             {.threads = 64});
  EXPECT_FALSE(seen.has("barrier_mismatch"));
}

TEST(findings, exited_lanes_are_not_missed_at_a_barrier) {
  const auto seen = run_body("setp.gt.u32 %p1, %r1, 40;\n@%p1 exit;\nbar.sync 0;", {.threads = 96});
  EXPECT_TRUE(seen.findings.empty());
  EXPECT_EQ(seen["barriers"], 2u);
}

TEST(findings, lanes_missing_from_a_shuffle) {
  const auto seen = run_body(R"(
mov.u32 %r2, -1;
setp.lt.u32 %p1, %r1, 16;
@!%p1 bra END;
.loc 1 33 1
shfl.sync.down.b32 %r10|%p2, %r1, 1, 31, %r2;
END:
)");
  ASSERT_TRUE(seen.has("missing_lanes"));
  EXPECT_EQ(seen.findings[0].line, 33);
  EXPECT_EQ(seen.findings[0].lanes, 0xffff0000u);
  EXPECT_TRUE(
      run_body("mov.u32 %r2, 0xffff;\nvote.sync.ballot.b32 %r10, 1, %r2;").has("missing_lanes"));
}

TEST(findings, correct_partial_shuffles_are_clean) {
  EXPECT_TRUE(run_body(R"(
mov.u32 %r2, 0xffff;
setp.lt.u32 %p1, %r1, 16;
@!%p1 bra END;
shfl.sync.down.b32 %r10|%p2, %r1, 1, 31, %r2;
bar.warp.sync %r2;
END:
bar.warp.sync -1;
)")
                  .findings.empty());
}

}  // namespace
}  // namespace warpmark::simt
