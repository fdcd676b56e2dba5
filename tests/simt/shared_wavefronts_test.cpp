// Wavefronts of shared-memory requests, against what an H100's counter of the unit says.

#include <sstream>

#include <gtest/gtest.h>

#include "base/input_file.hpp"
#include "simt/memory/address_costs.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

struct pattern {
  std::string text;
  bool is_load = false, is_matrix = false;
  unsigned size = 0, wavefronts = 0;
  std::uint32_t active = 0;
  lane_addresses address{};
};

// "ld,16,ffffffff,0 16 32 ...,3,4": operation, bytes per lane, active lanes, offsets, wavefronts by
// the instrumented code and by the unit.
pattern parse(const std::string& line) {
  pattern result{.text = line};
  std::istringstream fields(line);
  std::string operation, size, mask, offsets, instrumented, unit;
  for (std::string* field : {&operation, &size, &mask, &offsets, &instrumented, &unit})
    std::getline(fields, *field, ',');
  result.is_load = operation == "ld";  // ldmatrix has no pairs of lanes.
  result.is_matrix = operation.find("matrix") != std::string::npos;
  result.size = static_cast<unsigned>(std::stoul(size));
  result.active = static_cast<std::uint32_t>(std::stoul(mask, nullptr, 16));
  result.wavefronts = static_cast<unsigned>(std::stoul(unit));
  std::istringstream lanes(offsets);
  for (std::uint64_t& address : result.address) lanes >> address;
  return result;
}

TEST(wavefronts, are_those_of_a_card_for_every_recorded_pattern) {
  input::input_file file(WARPMARK_SOURCE_DIR "/docs/results/h100/shared_wavefronts.csv.gz");
  std::string line;
  ASSERT_TRUE(file.next_line(line));
  EXPECT_EQ(line, "operation,bytes,mask,offsets,sass,unit");
  unsigned patterns = 0, wide_loads = 0, matrices = 0;
  while (file.next_line(line)) {
    const pattern now = parse(line);
    EXPECT_EQ(count_wavefronts(now.address, now.active, now.size, now.is_load).wavefronts,
              now.wavefronts)
        << now.text;
    ++patterns;
    wide_loads += now.is_load && now.size >= 8;
    matrices += now.is_matrix;
  }
  EXPECT_EQ(patterns, 3100u);
  EXPECT_EQ(matrices, 432u);
  EXPECT_EQ(wide_loads, 1066u);
}

// All lanes name one row: a load of 16 bytes is served half a warp at a time, a matrix by itself.
TEST(wavefronts, rows_of_matrices_are_not_shared_in_pairs) {
  const std::string at = "mov.u32 %r12, bytes; st.shared.v4.u32 [%r12], {%r1, %r1, %r1, %r1};\n";
  EXPECT_EQ(
      run_body(at + "ld.shared.v4.u32 {%r13, %r14, %r15, %r16}, [%r12];\n"
                    "st.global.v4.u32 [%rd1], {%r13, %r14, %r15, %r16};")["shared_load_wavefronts"],
      2u);
  EXPECT_EQ(run_body(at + "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r13, %r14, %r15, %r16}, "
                          "[%r12];")["shared_load_wavefronts"],
            4u);
}

// Lanes 0 and 1 use one word, lanes 2 to 4 another one.
TEST(atomic_requests, are_as_many_as_lanes_of_the_most_used_word_of_each_sector) {
  lane_addresses address{};
  const auto place = [&](std::uint64_t first, std::uint64_t second) {
    for (unsigned lane = 0; lane < 32; ++lane) address[lane] = lane < 2 ? first : second;
  };
  place(0, 4);
  EXPECT_EQ(count_atomic_requests(address, 0b11111), 3u);
  EXPECT_EQ(count_atomic_requests(address, 0b00011), 2u);
  EXPECT_EQ(count_atomic_requests(address, 0b00101), 1u);
  place(0, 32);
  EXPECT_EQ(count_atomic_requests(address, 0b11111), 5u);
  EXPECT_EQ(count_atomic_requests(address, 0), 0u);
}

}  // namespace
}  // namespace warpmark::simt
