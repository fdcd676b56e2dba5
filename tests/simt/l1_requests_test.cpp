// What loads occupy of L1, against the cycles that an H100 took (studies/l1_requests.cu).

#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include "base/input_file.hpp"
#include "simt/memory/address_costs.hpp"

namespace warpmark::simt {
namespace {

// The lanes' elements of a pattern by its name.
bool read_lanes(const std::string& name, lane_addresses& lanes) {
  unsigned a = 0, b = 0, c = 0;
  if (std::sscanf(name.c_str(), "stride %u shift %u", &a, &b) == 2) {
    for (unsigned i = 0; i < 32; ++i) lanes[i] = b + i * a;
  } else if (std::sscanf(name.c_str(), "rows of %u pitch %u shift %u", &a, &b, &c) == 3) {
    for (unsigned i = 0; i < 32; ++i) lanes[i] = c + i % a + i / a * b;
  } else if (std::sscanf(name.c_str(), "split at %u pitch %u", &a, &b) == 2) {
    for (unsigned i = 0; i < 32; ++i) lanes[i] = i < a ? i + 5 : i - a + b;
  } else {
    return false;
  }
  return true;
}

TEST(l1_requests, take_the_cycles_that_they_took_on_a_card) {
  input::input_file file(WARPMARK_SOURCE_DIR "/docs/results/h100/l1_requests.csv");
  std::string line;
  ASSERT_TRUE(file.next_line(line));
  unsigned patterns = 0, close = 0;
  while (file.next_line(line)) {
    const std::string name = line.substr(0, line.find(','));
    unsigned size = 0, lines = 0, sectors = 0;
    double measured = 0;
    ASSERT_EQ(std::sscanf(line.c_str() + name.size(), ",%u,%u,%u,%lf", &size, &lines, &sectors,
                          &measured),
              4)
        << line;
    lane_addresses address;
    ASSERT_TRUE(read_lanes(name, address)) << line;
    for (std::uint64_t& lane : address) lane *= size;
    const double ratio = measured / count_l1_wavefronts(address, ~0u, size);
    EXPECT_GT(ratio, 0.98) << line;
    EXPECT_LT(ratio, 1.64) << line;
    close += ratio < 1.03;
    ++patterns;
  }
  EXPECT_EQ(patterns, 143u);
  EXPECT_EQ(close, 123u);
}

}  // namespace
}  // namespace warpmark::simt
