// wgmma against an H100: the accumulators after one instruction, bit by bit
// (studies/wgmma_table.py).

#include "tests/simt/card_table.hpp"

namespace warpmark::simt {
namespace {

// Sparse products, which are refused, are in the table for later.
TEST(wgmma_table, is_what_a_card_gives) {
  input::input_file file(WARPMARK_SOURCE_DIR "/docs/results/h100/wgmma.bin.gz");
  unsigned dense = 0, sparse = 0;
  for (card_record now; read_record(file, 1, 128, now);) {
    if (now.instruction.find(".sp.") == std::string::npos) {
      expect_record(now, 128);
      ++dense;
    } else {
      EXPECT_THROW(run_record(now, 128), unsupported_instruction);
      ++sparse;
    }
  }
  EXPECT_EQ(dense, 146u);
  EXPECT_EQ(sparse, 29u);
}

}  // namespace
}  // namespace warpmark::simt
