#include "simt/errors.hpp"
#include "tests/simt/compiled/cuda_program.hpp"

namespace warpmark::simt {
namespace {

using calls = every_target;

unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

TEST_P(calls, recursive_functions_meet_again_behind_their_call) {
  const auto seen = run_cuda(R"(
__device__ __noinline__ unsigned fib(unsigned n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  const unsigned t = threadIdx.x;
  const unsigned f = fib(in[t] % 10);
  out[t] = f;
  out[32 + t] = __activemask();
})",
                             {.architecture = GetParam()});
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(seen.out[t], fibonacci(t % 10)) << t;
    EXPECT_EQ(seen.out[32 + t], ~0u);
  }
  EXPECT_TRUE(seen.findings.empty());
}

TEST_P(calls, mutual_recursion_keeps_registers_and_local_arrays) {
  const auto seen = run_cuda(R"(
__device__ __noinline__ unsigned ack(unsigned m, unsigned n) {
  volatile unsigned kept[2] = {m, n};
  if (m == 0) return n + 1;
  const unsigned inner = n == 0 ? 1 : ack(m, n - 1);
  return ack(kept[0] - 1, inner) + (kept[1] - n);
}
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  out[threadIdx.x] = ack(threadIdx.x % 3, threadIdx.x / 8);
})",
                             {.architecture = GetParam()});
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(seen.out[t], ackermann(t % 3, t / 8)) << t;
}

TEST_P(calls, function_pointers_reach_each_lanes_own_function) {
  const auto seen = run_cuda(R"(
__device__ unsigned one(unsigned x) { return x + 1; }
__device__ unsigned two(unsigned x) { return x * 2; }
__device__ __noinline__ unsigned three(unsigned x) { return x < 3 ? x : three(x - 3) + 100; }
__device__ unsigned (*table[3])(unsigned) = {one, two, three};
struct base { __device__ virtual unsigned f(unsigned x) { return x; } };
struct derived : base { __device__ unsigned f(unsigned x) override { return x + 1000; } };
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  const unsigned t = threadIdx.x;
  if (t != 5) out[t] = table[in[t] % 3](in[t]);
  base plain; derived special;
  base* either = in[t] & 1 ? &special : &plain;
  out[32 + t] = either->f(t);
})",
                             {.architecture = GetParam()});
  for (unsigned t = 0; t < 32; ++t) {
    const unsigned expected = t % 3 == 0 ? t + 1 : t % 3 == 1 ? t * 2 : t % 3 + t / 3 * 100;
    EXPECT_EQ(seen.out[t], t == 5 ? 0 : expected) << t;
    EXPECT_EQ(seen.out[32 + t], t & 1 ? t + 1000 : t);
  }
}

TEST_P(calls, recursion_without_end_is_a_stack_overflow) {
  try {
    run_cuda(R"(
__device__ __noinline__ unsigned down(unsigned n, const unsigned* in) {
  return in[n & 4095] == 5000 ? n : down(n + 1, in) ^ down(n + 2, in);
}
extern "C" __global__ void k(unsigned* out, const unsigned* in) { out[0] = down(in[0], in); }
)",
             {.architecture = GetParam()});
    FAIL();
  } catch (const device_error& error) {
    EXPECT_NE(std::string(error.what()).find("stack overflow"), std::string::npos) << error.what();
  }
}

TEST_P(calls, dense_switches_jump_through_a_table) {
  const auto seen = run_cuda(R"(
extern "C" __global__ void k(unsigned* out, const unsigned* in) {
  const unsigned t = threadIdx.x;
  unsigned x = in[t];
  for (int i = 0; i < 4; ++i)
    switch (x % 11) {
      case 0: x += 3; break;
      case 1: x *= 5; out[64] = 1; break;
      case 2: x ^= 0x55; break;
      case 3: x = __popc(x) + t; break;
      case 4: x -= in[x % 7];
      case 5: x += in[t + 1]; break;
      case 6: x = x * x; break;
      case 7: x = ~x; break;
      case 8: x >>= 1; break;
      case 9: return;
      case 10: x = __brev(x); break;
    }
  out[t] = x;
})",
                             {.architecture = GetParam()});
  for (unsigned t = 0; t < 32; ++t) {
    unsigned x = t;
    bool left = false;
    for (int i = 0; i < 4 && !left; ++i) switch (x % 11) {
        case 0:
          x += 3;
          break;
        case 1:
          x *= 5;
          break;
        case 2:
          x ^= 0x55;
          break;
        case 3:
          x = static_cast<unsigned>(__builtin_popcount(x)) + t;
          break;
        case 4:
          x -= x % 7;
          [[fallthrough]];
        case 5:
          x += t + 1;
          break;
        case 6:
          x = x * x;
          break;
        case 7:
          x = ~x;
          break;
        case 8:
          x >>= 1;
          break;
        case 9:
          left = true;
          break;
        default: {
          unsigned reversed = 0;
          for (unsigned bit = 0; bit < 32; ++bit) reversed |= ((x >> bit) & 1) << (31 - bit);
          x = reversed;
        }
      }
    EXPECT_EQ(seen.out[t], left ? 0 : x) << t;
  }
}

INSTANTIATE_TEST_SUITE_P(targets, calls,
                         testing::Values("compute_80", "compute_90", "compute_100"));

}  // namespace
}  // namespace warpmark::simt
