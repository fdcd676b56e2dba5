// wgmma against an H100: the accumulators after one instruction, bit by bit
// (studies/wgmma_table.py).

#include <cstdlib>
#include <filesystem>

#include "tests/simt/card_table.hpp"

namespace warpmark::simt {
namespace {

TEST(wgmma_table, is_what_a_card_gives) {
  const char* const other = std::getenv("WARPMARK_WGMMA_TABLE");
  const std::string path = other ? other : WARPMARK_SOURCE_DIR "/docs/results/h100/wgmma.bin.gz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no table: " << path;
  input::input_file file(path);
  unsigned records = 0;
  for (card_record now; read_record(file, 1, 128, now); ++records) expect_record(now, 128);
  EXPECT_GT(records, 0u);
}

}  // namespace
}  // namespace warpmark::simt
