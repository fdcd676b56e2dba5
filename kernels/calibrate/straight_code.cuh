// Code without a loop. Its first execution must fetch instructions as fast as it issues them.

namespace calibrate {

template <int instructions>
__global__ void straight_code(float factor, float* end) {
  float value = factor;
#pragma unroll
  for (int i = 0; i < instructions; ++i) value = fmaf(value, factor, 1.0f);
  *end = value;
}

}  // namespace calibrate
