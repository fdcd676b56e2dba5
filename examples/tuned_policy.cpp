// How a program uses a generated header: which policy serves n elements, as constants of the
// compiler. Needs nothing of warpmark but the header.
//
//   g++ -std=c++17 -I tuning/profiles examples/tuned_policy.cpp && ./a.out 4096 268435456

#include <cstdio>
#include <cstdlib>

#include "nvidia_h200.hpp"

namespace {

namespace tuned = warpmark_policies::nvidia_h200;

// Stands for a kernel: block and vector must be known when it is compiled.
template <int block, int vector>
void describe(std::size_t n) {
  static_assert(block > 0 && block % 32 == 0, "blocks are whole warps");
  if constexpr (vector == tuned::not_an_axis)
    std::printf("n = %zu: blocks of %d threads\n", n, block);
  else
    std::printf("n = %zu: blocks of %d threads, loads of %d bytes\n", n, block, vector);
}

void use(std::size_t n) {
  tuned::reduce::dispatch<float>(n, [n](auto chosen) {
    constexpr tuned::reduce::policy policy = decltype(chosen)::value;
    describe<policy.block, policy.vector>(n);
  });
}

}  // namespace

int main(int count, char** values) {
  std::printf("%s, compute capability %s\n", tuned::card, tuned::compute_capability);
  for (int i = 1; i < count; ++i) use(std::strtoull(values[i], nullptr, 10));
  return 0;
}
