// Chains through comparisons: what a predicate guards waits longer for it than an operand does, and
// a jump takes longer still. Thread 0 writes the cycles; storing the end keeps the chain.

namespace calibrate {

// Each addition is guarded by a comparison with the sum so far, which is even and never `odd`.
__global__ void chase_guard(int steps, unsigned odd, long long* cycles, unsigned* end) {
  unsigned sum = 0;
  const long long begin = clock64();
#pragma unroll 64
  for (int i = 0; i < steps; ++i)
    asm volatile(
        "{\n .reg .pred goes_on;\n"
        " setp.ne.u32 goes_on, %0, %1;\n"
        " @goes_on add.u32 %0, %0, 2;\n}"
        : "+r"(sum)
        : "r"(odd));
  if (sum == odd) return;
  const long long stop = clock64();
  if (threadIdx.x != 0) return;
  *cycles = stop - begin;
  *end = sum;
}

// A loop whose jump is guarded by a comparison of a sum, which differs from thread to thread: a sum
// that all share would be compared by the uniform datapath. The end is the number of iterations,
// which the compiler does not compute in advance.
__global__ void chase_jump(unsigned last, unsigned addend, long long* cycles, unsigned* end) {
  const unsigned last_here = last + threadIdx.x;
  unsigned sum = threadIdx.x, iterations = 0;
  const long long begin = clock64();
#pragma unroll 1
  do {
    sum += addend;
    asm volatile("add.u32 %0, %0, 1;" : "+r"(iterations));  // not moved beyond the clock
  } while (sum != last_here);
  if (iterations == 0) return;
  const long long stop = clock64();
  if (threadIdx.x != 0) return;
  *cycles = stop - begin;
  *end = iterations;
}

}  // namespace calibrate
