// Convolution of a square image with a square filter of (2 * RADIUS + 1)^2 weights. The image has a
// border of RADIUS pixels on each side, so that no thread asks whether its pixels are there.

#ifndef RADIUS
#define RADIUS 4
#endif

constexpr int filter_width = 2 * RADIUS + 1;

__constant__ float weights[filter_width * filter_width];

// One thread a pixel, everything from global memory.
__global__ void convolve_naive(float* result, const float* image, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  const int width = n + 2 * RADIUS;
  float sum = 0;
  for (int j = 0; j < filter_width; ++j)
    for (int i = 0; i < filter_width; ++i)
      sum += weights[j * filter_width + i] * image[(y + j) * width + x + i];
  result[y * n + x] = sum;
}

// A block loads the pixels that its tile needs into shared memory once. A thread computes
// pixels_x * pixels_y results, a block's width and height apart, so that neighbouring threads read
// neighbouring words. `padding` words at the end of a row move rows to other banks.
template <int block_x, int block_y, int pixels_x, int pixels_y, int padding>
__global__ void convolve_tiled(float* result, const float* image, int n) {
  constexpr int tile_x = block_x * pixels_x, tile_y = block_y * pixels_y;
  __shared__ float tile[tile_y + 2 * RADIUS][tile_x + 2 * RADIUS + padding];
  const int left = blockIdx.x * tile_x, top = blockIdx.y * tile_y;
  const int width = n + 2 * RADIUS;

  for (int y = threadIdx.y; y < tile_y + 2 * RADIUS; y += block_y)
    for (int x = threadIdx.x; x < tile_x + 2 * RADIUS; x += block_x)
      if (left + x < width && top + y < width)
        tile[y][x] = image[(top + y) * width + left + x];
      else
        tile[y][x] = 0;
  __syncthreads();

  float sums[pixels_y][pixels_x] = {};
#pragma unroll
  for (int j = 0; j < filter_width; ++j)
#pragma unroll
    for (int i = 0; i < filter_width; ++i) {
      const float weight = weights[j * filter_width + i];
#pragma unroll
      for (int v = 0; v < pixels_y; ++v)
#pragma unroll
        for (int u = 0; u < pixels_x; ++u)
          sums[v][u] +=
              weight * tile[threadIdx.y + v * block_y + j][threadIdx.x + u * block_x + i];
    }

#pragma unroll
  for (int v = 0; v < pixels_y; ++v)
#pragma unroll
    for (int u = 0; u < pixels_x; ++u) {
      const int x = left + u * block_x + threadIdx.x, y = top + v * block_y + threadIdx.y;
      if (x < n && y < n) result[y * n + x] = sums[v][u];
    }
}
