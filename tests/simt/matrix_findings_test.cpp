#include "tests/simt/simt_fixture.hpp"

// Faults in kernels with matrix instructions, and sound kernels like them.

namespace warpmark::simt {
namespace {

// %rd20 and %r21 are the address of row `lane` of the matrices, 16 bytes each.
const std::string row_address =
    "and.b32 %r20, %r1, 31; mul.wide.u32 %rd20, %r20, 16; add.s64 %rd20, %rd6, %rd20;\n"
    "cvt.u32.u64 %r21, %rd20;\n";
const std::string fill = "st.shared.v4.u32 [%r21], {%r1, %r1, %r1, %r1};\n";
const std::string load =
    ".loc 1 20 1\nldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r21];\n";
const std::string store =
    ".loc 1 30 1\nstmatrix.sync.aligned.m8n8.x4.shared.b16 [%r21], {%r1, %r1, %r1, %r1};\n";
const std::string product =
    ".loc 1 40 1\nmma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, "
    "{%r10, %r10, %r10, %r10}, {%r10, %r10}, {%f1, %f2, %f3, %f4};\n";

// The instruction is the second line of its text.
std::string guarded(std::string text) { return text.insert(text.find('\n') + 1, "@%p1 "); }

// The only finding is of this kind and at this line; without a kind there is none.
void expect_only(const outcome& seen, const std::string& kind = "", int line = 0,
                 std::uint32_t lanes = all_lanes) {
  EXPECT_EQ(seen.findings.size(), kind.empty() ? 0u : 1u);
  for (const finding& finding : seen.findings) {
    EXPECT_EQ(finding.kind, kind) << finding.message;
    EXPECT_EQ(finding.line, line) << finding.message;
    EXPECT_EQ(finding.lanes, lanes) << finding.message;
  }
}

TEST(matrix_findings, none_in_sound_kernels) {
  expect_only(run_body(row_address + fill + "bar.warp.sync -1;\n" + load + product +
                       "bar.warp.sync -1;\n" + store + "bar.warp.sync -1;\n" + load));
}

TEST(matrix_findings, rows_are_aligned_to_16_bytes) {
  const std::string shift = "setp.eq.u32 %p1, %r1, 5; @%p1 add.u32 %r21, %r21, 8;\n";
  expect_only(run_body(row_address + fill + "bar.warp.sync -1;\n" + shift + load), "misaligned", 20,
              1u << 5);
  expect_only(run_body(row_address + shift + store), "misaligned", 30, 1u << 5);
}

TEST(matrix_findings, rows_are_in_the_blocks_memory) {
  const std::string shift = "setp.gt.u32 %p1, %r1, 29; @%p1 add.u32 %r21, %r21, 4096;\n";
  expect_only(run_body(row_address + fill + "bar.warp.sync -1;\n" + shift + load), "out_of_bounds",
              20, 3u << 30);
  expect_only(run_body(row_address + shift + store), "out_of_bounds", 30, 3u << 30);
}

// Of a single matrix, lanes 0 to 7 give the addresses of rows; those of others are ignored.
TEST(matrix_findings, none_about_addresses_that_are_not_used) {
  expect_only(run_body(row_address + fill + "bar.warp.sync -1;\n" +
                       "setp.gt.u32 %p1, %r1, 7; @%p1 mov.u32 %r21, 4095;\n"
                       "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, [%r21];\n"
                       "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r21], {%r10};"));
}

TEST(matrix_findings, rows_are_written_before_they_are_loaded) {
  expect_only(run_body(row_address + "setp.ne.u32 %p1, %r1, 9; @%p1 " + fill +
                       "bar.warp.sync -1;\n" + load),
              "uninitialised_read", 20, 1u << 9);
}

TEST(matrix_findings, other_warps_wait_at_a_barrier) {
  const std::string own = "setp.lt.u32 %p1, %r1, 32;\n.loc 1 10 1\n@%p1 " + fill;
  const std::string other = "setp.lt.u32 %p1, %r1, 32; @%p1 bra END;\n" + load + "END:";
  const auto racing = run_body(row_address + own + other, {.threads = 64});
  ASSERT_EQ(racing.findings.size(), 1u);
  EXPECT_EQ(racing.findings[0].kind, "shared_race");
  EXPECT_EQ(racing.findings[0].line, 20);
  ASSERT_TRUE(racing.findings[0].other.has_value());
  EXPECT_EQ(racing.findings[0].other->line, 10);
  expect_only(run_body(row_address + own + "bar.sync 0;\n" + other, {.threads = 64}));
}

TEST(matrix_findings, loads_finish_before_other_warps_overwrite_the_rows) {
  const std::string first = row_address + "setp.lt.u32 %p1, %r1, 32; @%p1 " + fill +
                            "bar.sync 0;\nsetp.lt.u32 %p1, %r1, 32; @!%p1 bra OTHER;\n" + load +
                            "OTHER:\n";
  const std::string second = "@%p1 bra END;\n" + store + "END:";
  const auto racing = run_body(first + second, {.threads = 64});
  ASSERT_EQ(racing.findings.size(), 1u);
  EXPECT_EQ(racing.findings[0].kind, "shared_race");
  ASSERT_TRUE(racing.findings[0].other.has_value());
  EXPECT_EQ(racing.findings[0].line + racing.findings[0].other->line, 20 + 30);
  expect_only(run_body(first + "bar.sync 0;\n" + second, {.threads = 64}));
}

TEST(matrix_findings, all_lanes_take_part) {
  const std::string diverge = "setp.lt.u32 %p1, %r1, 16; @%p1 bra END;\n";
  for (const auto& [text, line] : {std::pair{product, 40}, std::pair{load, 20}, {store, 30}}) {
    // Each warp has its own rows.
    const std::string ready = row_address + "and.b32 %r22, %r1, 32; shl.b32 %r22, %r22, 4;\n" +
                              "add.u32 %r21, %r21, %r22;\n" + fill + "bar.warp.sync -1;\n";
    const auto seen = run_body(ready + diverge + text + "END: add.u32 %r10, %r10, 1;");
    expect_only(seen, "missing_lanes", line, 0xffff);
    expect_only(run_body(ready + "setp.lt.u32 %p1, %r1, 16;\n" + guarded(text)), "missing_lanes",
                line, 0xffff0000);
    // Lanes that exited, or never were, do not take part either.
    expect_only(run_body(ready + "setp.lt.u32 %p1, %r1, 16; @%p1 exit;\n" + text), "missing_lanes",
                line, 0xffff);
    expect_only(run_body(ready + "setp.gt.u32 %p1, %r1, 31; @%p1 bra END;\n" + text + "END:",
                         {.threads = 64}));
  }
  expect_only(run_body(product, {.threads = 20}), "missing_lanes", 40, 0xfff00000);
}

}  // namespace
}  // namespace warpmark::simt
