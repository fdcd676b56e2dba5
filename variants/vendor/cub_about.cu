// The library's version, and the CUDA runtime's descriptions of its errors.

#include <cstdio>
#include <cub/version.cuh>
#include <cuda_runtime_api.h>

extern "C" __attribute__((visibility("default"))) int warpmark_cub_version() { return CUB_VERSION; }

extern "C" __attribute__((visibility("default"))) const char* warpmark_cub_describe(int code) {
  thread_local char text[256];
  const auto error = static_cast<cudaError_t>(code);
  std::snprintf(text, sizeof text, "%s (%s)", cudaGetErrorName(error), cudaGetErrorString(error));
  return text;
}
