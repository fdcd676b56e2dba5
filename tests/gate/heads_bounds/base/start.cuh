#pragma once

__device__ inline float start() {
  float v = 0;
  return v;
}
