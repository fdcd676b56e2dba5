// Matrix instructions against an H100: the same registers before, the same registers after, bit by
// bit (studies/tensor_core_table.py).

#include "tests/simt/card_table.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

TEST(tensor_cores, give_what_a_card_gives) {
  input::input_file file(WARPMARK_SOURCE_DIR "/docs/results/h100/tensor_cores.bin.gz");
  unsigned records = 0;
  for (card_record now; read_record(file, 32, 32, now); ++records) expect_record(now, 32);
  EXPECT_EQ(records, 233u);
}

// As sm__ops_path_tensor_src_* of an H100 counts them: a sparse product like a dense one.
TEST(tensor_cores, operations_are_counted_by_the_shape) {
  const auto dense = run_body(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, %r3, %r4, "
      "%r5}, {%r6, %r7}, {%f1, %f2, %f3, %f4};");
  EXPECT_EQ(dense["tensor_f16_operations"], 4096u);
  EXPECT_EQ(dense["tensor_instructions"], 1u);
  const auto sparse = run_body(
      "mov.b32 %r8, 0x44444444;\n"
      "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, %r3, %r4, "
      "%r5}, {%r6, %r7, %r6, %r7}, {%f1, %f2, %f3, %f4}, %r8, 0;");
  EXPECT_EQ(sparse["tensor_f16_operations"], 8192u);
}

}  // namespace
}  // namespace warpmark::simt
