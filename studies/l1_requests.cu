// Cycles that a load of a warp occupies L1, by the offsets of its lanes: 32 warps, all loads hit.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -o l1_requests studies/l1_requests.cu && ./l1_requests
//
// count_l1_wavefronts (simt/memory/address_costs.hpp) has the rule.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int steps = 200, unrolled = 16, warps = 32, blocks = 8;

__device__ float load(const float* from) {
  float value;
  asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(value) : "l"(from));
  return value;
}

__device__ float load(const float4* from) {
  float4 value;
  asm volatile("ld.global.ca.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(value.x), "=f"(value.y), "=f"(value.z), "=f"(value.w)
               : "l"(from));
  return value.x + value.y + value.z + value.w;
}

// offsets[32] is 0, which the compiler does not know, so that no load is moved out of the loop.
template <class T>
__global__ void time_loads(const T* data, const int* offsets, long long* cycles, float* sums) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, zero = offsets[32];
  int at = offsets[lane] + warp % 4 * 2048 / static_cast<int>(sizeof(T) / 4);
  float sum = 0;
  for (int i = 0; i < 64; ++i) sum += load(data + ((at + i * 64) & ((1 << 14) / sizeof(T) - 1)));
  __syncthreads();
  const long long begin = clock64();
  for (int s = 0; s < steps; ++s) {
    at += zero;
#pragma unroll
    for (int i = 0; i < unrolled; ++i) sum += load(data + at + i * (512 / sizeof(T)));
  }
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int count_distinct(std::vector<int> values) {
  std::sort(values.begin(), values.end());
  return static_cast<int>(std::unique(values.begin(), values.end()) - values.begin());
}

template <class T>
void measure(const char* name, const std::vector<int>& lanes) {
  constexpr int size = sizeof(T);
  static T* data = nullptr;
  static int* offsets = nullptr;
  static long long* cycles = nullptr;
  static float* sums = nullptr;
  if (data == nullptr) {
    cudaMalloc(&data, 1 << 20);
    cudaMalloc(&offsets, 33 * sizeof(int));
    cudaMalloc(&cycles, blocks * sizeof(long long));
    cudaMalloc(&sums, blocks * warps * 32 * sizeof(float));
    cudaMemset(data, 0, 1 << 20);
    cudaMemset(offsets, 0, 33 * sizeof(int));
  }
  cudaMemcpy(offsets, lanes.data(), 32 * sizeof(int), cudaMemcpyHostToDevice);
  double best = 1e30;
  for (int repeat = 0; repeat < 5; ++repeat) {
    time_loads<<<blocks, warps * 32>>>(data, offsets, cycles, sums);
    long long seen[blocks];
    cudaMemcpy(seen, cycles, sizeof(seen), cudaMemcpyDeviceToHost);
    for (const long long each : seen) best = std::min(best, static_cast<double>(each));
  }
  std::vector<int> lines, sectors;
  for (const int lane : lanes)
    for (int byte = 0; byte < size; byte += 4) {
      lines.push_back((lane * size + byte) / 128);
      sectors.push_back((lane * size + byte) / 32);
    }
  std::printf("%s,%d,%d,%d,%.3f\n", name, size, count_distinct(lines), count_distinct(sectors),
              best / (steps * unrolled * warps));
}

int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  std::fprintf(stderr, "%s\n", device.name);
  std::printf("pattern,bytes_per_lane,lines,sectors,cycles_per_request\n");
  char name[64];
  std::vector<int> lanes(32);
  for (const int stride : {1, 2, 3, 4, 5, 8, 9, 16, 32, 33, 40, 64})
    for (const int shift : {0, 1, 4, 8, 15, 31}) {
      for (int i = 0; i < 32; ++i) lanes[i] = shift + i * stride;
      std::snprintf(name, sizeof(name), "stride %d shift %d", stride, shift);
      measure<float>(name, lanes);
    }
  for (const int row : {16, 8, 4})
    for (const int pitch : {32, 64, 128, 256, 264, 257, 260})
      for (const int shift : {0, 1}) {
        for (int i = 0; i < 32; ++i) lanes[i] = shift + i % row + i / row * pitch;
        std::snprintf(name, sizeof(name), "rows of %d pitch %d shift %d", row, pitch, shift);
        measure<float>(name, lanes);
      }
  for (const int split : {8, 16, 24})
    for (const int pitch : {270, 278, 286}) {
      for (int i = 0; i < 32; ++i) lanes[i] = i < split ? i + 5 : i - split + pitch;
      std::snprintf(name, sizeof(name), "split at %d pitch %d", split, pitch);
      measure<float>(name, lanes);
    }
  for (const int stride : {1, 2, 4, 8, 9})
    for (const int shift : {0, 1, 2, 4}) {
      for (int i = 0; i < 32; ++i) lanes[i] = shift + i * stride;
      std::snprintf(name, sizeof(name), "stride %d shift %d", stride, shift);
      measure<float4>(name, lanes);
    }
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) std::fprintf(stderr, "error: %s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
