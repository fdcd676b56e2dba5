// The CUDA runtime's words for its errors.

#include <cstdio>
#include <cuda_runtime_api.h>

extern "C" __attribute__((visibility("default"))) const char* warpmark_cub_describe(int code) {
  thread_local char text[256];
  const auto error = static_cast<cudaError_t>(code);
  std::snprintf(text, sizeof text, "%s (%s)", cudaGetErrorName(error), cudaGetErrorString(error));
  return text;
}
