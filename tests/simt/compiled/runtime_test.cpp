#include "simt/errors.hpp"
#include "tests/simt/compiled/cuda_program.hpp"

namespace warpmark::simt {
namespace {

using runtime = every_target;

TEST_P(runtime, printf_formats_what_c_formats) {
  const auto seen = run_cuda(R"(
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  const int n = printf("%d|%5u|%-6d|%08x|%lld|%c|%s|%%|%.3f|%e|%g|%+i|%#o|%zu\n", -7, in[8], 42,
                       0xbeefu,
                       -5000000000ll, 'z', "text", 2.5, 12345.678, 0.0001, 3, 8u, (size_t)1 << 40);
  printf("%*d|%.*f|%5s|%X\n", 6, 77, 2, 3.14159, "ab", 255u);
  out[0] = n;
})",
                             {.block = {1, 1, 1}, .architecture = GetParam()});
  EXPECT_EQ(seen.printed,
            "-7|    8|42    |0000beef|-5000000000|z|text|%|2.500|1.234568e+04|0.0001|+3|010|"
            "1099511627776\n    77|3.14|   ab|FF\n");
  EXPECT_EQ(seen.out[0], 13u);
}

TEST_P(runtime, output_goes_by_block_then_time) {
  const std::string source = R"(
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  if (threadIdx.x < 2) printf("%u.%u ", blockIdx.x, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 33) printf("end %u\n", blockIdx.x);
})";
  std::string expected;
  for (int b = 0; b < 40; ++b) {
    const std::string n = std::to_string(b);
    expected += n + ".0 " + n + ".1 end " + n + "\n";
  }
  for (const unsigned threads : {1u, 5u}) {
    const auto seen = run_cuda(source, {.grid = {40, 1, 1},
                                        .block = {64, 1, 1},
                                        .architecture = GetParam(),
                                        .host_threads = threads});
    EXPECT_EQ(seen.printed, expected);
  }
}

TEST_P(runtime, a_failed_assertion_says_where_and_who) {
  try {
    run_cuda(R"(
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  assert(in[threadIdx.x] != 13);
})",
             {.grid = {3, 1, 1}, .architecture = GetParam()});
    FAIL();
  } catch (const device_error& error) {
    const std::string what = error.what();
    for (const char* part :
         {"test.cu:3", "in[threadIdx.x] != 13", "k(", "block (0, 0, 0)", "thread (13, 0, 0)"})
      EXPECT_NE(what.find(part), std::string::npos) << part << " in " << what;
  }
}

TEST_P(runtime, malloc_gives_each_thread_its_own) {
  const std::string source = R"(
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned* mine = (unsigned*)malloc(4 * (1 + t % 5));
  mine[0] = t;
  unsigned* more = new unsigned[8];
  for (int i = 0; i < 8; ++i) more[i] = i + t;
  __syncthreads();
  out[t] = mine[0] + more[7];
  free(mine);
  delete[] more;
  if (t == 0) out[4000] = malloc((size_t)1 << 30) == nullptr;
})";
  const auto one = run_cuda(source, {.grid = {8, 1, 1}, .architecture = GetParam()});
  for (unsigned t = 0; t < 256; ++t) EXPECT_EQ(one.out[t], 2 * t + 7);
  EXPECT_EQ(one.out[4000], 1u);
  EXPECT_TRUE(one.findings.empty());
  const auto many =
      run_cuda(source, {.grid = {8, 1, 1}, .architecture = GetParam(), .host_threads = 4});
  EXPECT_EQ(many.counters, one.counters);
}

TEST_P(runtime, freeing_twice_is_an_error) {
  EXPECT_THROW(run_cuda(R"(
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  void* p = malloc(16);
  free(p);
  free(p);
})",
                        {.block = {1, 1, 1}, .architecture = GetParam()}),
               device_error);
}

INSTANTIATE_TEST_SUITE_P(targets, runtime,
                         testing::Values("compute_80", "compute_90", "compute_100"));

}  // namespace
}  // namespace warpmark::simt
