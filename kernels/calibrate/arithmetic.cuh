#include "common/block_clock.cuh"
#include "common/warp.cuh"

// `chains` independent chains of `steps` operations per thread. One warp with one chain measures
// the latency, a full block with several chains the throughput of a multiprocessor.

namespace calibrate {

// Each step is `operations` dependent instructions that the compiler can neither merge nor
// evaluate.
struct integer_step {
  using value = unsigned;
  static constexpr int operations = 2;
  __device__ static value next(value v, value other) { return (v ^ other) + other; }
};

// One of the two pipes alone executes these.
struct logic_step {
  using value = unsigned;
  static constexpr int operations = 2;
  __device__ static value next(value v, value other) {
    asm volatile("min.u32 %0, %0, %1;\n\txor.b32 %0, %0, %1;" : "+r"(v) : "r"(other));
    return v;
  }
};

struct float32_step {
  using value = float;
  static constexpr int operations = 1;
  __device__ static value next(value v, value other) { return fmaf(v, other, 1.0f); }
};

struct float64_step {
  using value = double;
  static constexpr int operations = 1;
  __device__ static value next(value v, value other) { return fma(v, other, 1.0); }
};

struct conversion_step {
  using value = int;
  static constexpr int operations = 2;
  __device__ static value next(value v, value) { return int(float(v)); }
};

// 2^v: one instruction of the special function unit.
struct special_step {
  using value = float;
  static constexpr int operations = 1;
  __device__ static value next(value v, value) {
    asm("ex2.approx.ftz.f32 %0, %0;" : "+f"(v));
    return v;
  }
};

struct shuffle_step {
  using value = unsigned;
  static constexpr int operations = 1;
  __device__ static value next(value v, value) { return __shfl_xor_sync(warp::all_lanes, v, 1); }
};

// All lanes have different values, and again after it: each gets the mask of itself.
struct match_step {
  using value = unsigned;
  static constexpr int operations = 1;
  __device__ static value next(value v, value) { return __match_any_sync(warp::all_lanes, v); }
};

template <class Step, int chains>
__global__ void __launch_bounds__(1024) arithmetic(int steps, typename Step::value other,
                                                   long long* cycles, typename Step::value* ends) {
  using value = typename Step::value;
  __shared__ common::block_clock clock;
  value v[chains];
  for (int c = 0; c < chains; ++c) v[c] = value(threadIdx.x + c);
  __syncthreads();
  clock.begin();
#pragma unroll 16
  for (int i = 0; i < steps; ++i)
#pragma unroll
    for (int c = 0; c < chains; ++c) v[c] = Step::next(v[c], other);
  clock.end();
  __syncthreads();
  value all = v[0];
  for (int c = 1; c < chains; ++c) all += v[c];
  ends[size_t(blockIdx.x) * blockDim.x + threadIdx.x] = all;
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock.cycles();
}

}  // namespace calibrate
