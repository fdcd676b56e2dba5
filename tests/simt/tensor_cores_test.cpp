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

// 16 products of 1, and what is nearly the largest number.
TEST(tensor_cores, sums_of_integers_saturate_only_if_they_are_told_to) {
  const auto sum = [](const std::string& modifier) {
    return word(
        "mov.b32 %r2, 0x01010101; mov.b32 %r3, 0x7ffffff8;\n"
        "mma.sync.aligned.m8n8k16.row.col" +
        modifier +
        ".s32.s8.s8.s32 {%r10, %r11}, "
        "{%r2}, {%r2}, {%r3, %r3};");
  };
  EXPECT_EQ(sum(".satfinite"), 0x7fffffffu);
  EXPECT_EQ(sum(""), 0x80000008u);
}

TEST(tensor_cores, shapes_that_do_not_exist_are_refused) {
  for (const char* shape : {"m06n8k16", "m16n811111111k16", "m16n8k12", "m64n8k16", "m16n8k4"})
    EXPECT_THROW(run_body("mma.sync.aligned." + std::string(shape) +
                          ".row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, %r3, %r4, %r5}, "
                          "{%r6, %r7}, {%f1, %f2, %f3, %f4};"),
                 unsupported_instruction)
        << shape;
  EXPECT_THROW(run_body("and.b32 %r2, %r1, %r1, %r1, %r1, %r1, %r1, %r1;"),
               unsupported_instruction);
}

}  // namespace
}  // namespace warpmark::simt
