// Code without a loop: the first time it runs, it must be fetched as fast as it is executed.

namespace calibrate {

template <int instructions>
__global__ void straight_code(float factor, float* end) {
  float value = factor;
#pragma unroll
  for (int i = 0; i < instructions; ++i) value = fmaf(value, factor, 1.0f);
  *end = value;
}

}  // namespace calibrate
