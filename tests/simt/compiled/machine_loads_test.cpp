#include <algorithm>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "bench/compiler/cubin_file.hpp"
#include "bench/compiler/ptx_lines.hpp"
#include "tests/simt/compiled/shared_compiler.hpp"

namespace warpmark::simt {
namespace {

compiler::compiled_kernel compiled(const char* architecture) {
  auto kernel = *shared_compiler().compile({.name = "loads.cu",
                                            .source = R"(
extern "C" __global__ void k(float* out, const float* __restrict__ in, int n) {
  __shared__ float tile[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += in[i];
  tile[threadIdx.x] = sum;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
})",
                                            .expression = "k",
                                            .architecture = architecture,
                                            .options = {"-lineinfo"}});
  kernel.lowered_name = "k";
  return kernel;
}

class machine_loads : public testing::TestWithParam<const char*> {};

TEST_P(machine_loads, are_of_the_lines_that_load) {
  const auto kernel = compiled(GetParam());
  const int architecture = std::stoi(std::string(GetParam()).substr(3));
  const load_schedule schedule =
      read_load_schedule(compiler::machine_code(kernel.cubin, "k"), architecture,
                         compiler::ptx_lines(kernel.cubin, "k"));
  std::vector<std::string> lines;
  std::istringstream text(kernel.ptx);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  std::set<std::string> kinds;
  for (const machine_load& load : schedule.loads) {
    ASSERT_GE(load.ptx_line, 1);
    ASSERT_LE(static_cast<std::size_t>(load.ptx_line), lines.size());
    const std::string& line = lines[static_cast<std::size_t>(load.ptx_line - 1)];
    EXPECT_NE(line.find("ld."), std::string::npos) << line;
    kinds.insert(line.find("ld.shared") != std::string::npos ? "shared" : "global");
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"global", "shared"}));
  EXPECT_GT(*std::max_element(schedule.loop_depth.begin(), schedule.loop_depth.end()), 0u);
}

INSTANTIATE_TEST_SUITE_P(architectures, machine_loads, testing::Values("sm_80", "sm_90", "sm_100"));

TEST(ptx_lines, of_a_damaged_cubin_are_none) {
  auto cubin = compiled("sm_90").cubin;
  EXPECT_FALSE(compiler::ptx_lines(cubin, "k").empty());
  EXPECT_TRUE(compiler::ptx_lines(cubin, "other").empty());
  cubin.resize(cubin.size() / 2);
  EXPECT_TRUE(compiler::ptx_lines(cubin, "k").empty());
}

}  // namespace
}  // namespace warpmark::simt
