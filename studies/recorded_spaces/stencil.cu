// A step of a wave equation's stencil: 25 points, four on each side along each axis. The field has a
// border of four points on all sides, so that no thread tests for it.

constexpr int radius = 4;

__device__ __forceinline__ float weight(int distance) {
  return distance == 0   ? -2.847f
         : distance == 1 ? 1.6f
         : distance == 2 ? -0.2f
         : distance == 3 ? 0.0254f
                         : -0.00179f;
}

__global__ void stencil_plain(float* result, const float* field, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= n || y >= n) return;
  const int pitch = n + 2 * radius, plane = pitch * pitch;
  const float* at = field + (z + radius) * plane + (y + radius) * pitch + x + radius;
  float sum = 3 * weight(0) * at[0];
  for (int r = 1; r <= radius; ++r)
    sum += weight(r) * (at[r] + at[-r] + at[r * pitch] + at[-r * pitch] + at[r * plane] +
                        at[-r * plane]);
  result[(z * n + y) * n + x] = sum;
}

// A thread has points_y points, block_y apart, and steps through `march` planes. staging 0 reads all
// neighbours from global memory, 1 keeps those along z in registers, 2 also shares the plane.
template <int block_x, int block_y, int points_y, int march, int staging, int unrolled>
__global__ void __launch_bounds__(block_x* block_y)
    stencil_marching(float* __restrict__ result, const float* __restrict__ field, int n) {
  constexpr int tile_y = block_y * points_y;
  constexpr int shared_x = staging == 2 ? block_x + 2 * radius : 1;
  constexpr int shared_y = staging == 2 ? tile_y + 2 * radius : 1;
  __shared__ float shared[shared_y][shared_x];
  const int left = blockIdx.x * block_x, top = blockIdx.y * tile_y, front = blockIdx.z * march;
  const int x = left + threadIdx.x, y = top + threadIdx.y;
  const int pitch = n + 2 * radius, plane = pitch * pitch;
  const float* at = field + (front + radius) * plane + (y + radius) * pitch + x + radius;
  float* to = result + (front * n + y) * n + x;

  float queue[points_y][2 * radius + 1];
  if constexpr (staging > 0) {
#pragma unroll
    for (int p = 0; p < points_y; ++p)
#pragma unroll
      for (int r = 0; r < 2 * radius; ++r)
        queue[p][r + 1] = at[p * block_y * pitch + (r - radius) * plane];
  }

#pragma unroll unrolled
  for (int z = 0; z < march; ++z) {
    if constexpr (staging > 0) {
#pragma unroll
      for (int p = 0; p < points_y; ++p) {
#pragma unroll
        for (int r = 0; r < 2 * radius; ++r) queue[p][r] = queue[p][r + 1];
        queue[p][2 * radius] = at[p * block_y * pitch + radius * plane];
      }
    }
    if constexpr (staging == 2) {
      const float* corner = field + (front + z + radius) * plane + top * pitch + left;
      for (int v = threadIdx.y; v < shared_y; v += block_y)
        for (int u = threadIdx.x; u < shared_x; u += block_x) shared[v][u] = corner[v * pitch + u];
      __syncthreads();
    }
#pragma unroll
    for (int p = 0; p < points_y; ++p) {
      const float* center = at + p * block_y * pitch;
      const int v = threadIdx.y + p * block_y + radius, u = threadIdx.x + radius;
      float sum = 3 * weight(0) * (staging > 0 ? queue[p][radius] : center[0]);
#pragma unroll
      for (int r = 1; r <= radius; ++r) {
        float around = 0;
        if constexpr (staging == 2)
          around = shared[v][u + r] + shared[v][u - r] + shared[v + r][u] + shared[v - r][u];
        else
          around = center[r] + center[-r] + center[r * pitch] + center[-r * pitch];
        if constexpr (staging > 0)
          around += queue[p][radius + r] + queue[p][radius - r];
        else
          around += center[r * plane] + center[-r * plane];
        sum += weight(r) * around;
      }
      to[p * block_y * n] = sum;
    }
    if constexpr (staging == 2) __syncthreads();
    at += plane;
    to += n * n;
  }
}
