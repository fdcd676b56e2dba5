// Throughput of L2 and of its atomic units, for the full device. Timed by the host.

namespace calibrate {

// Reads n 16-byte vectors `laps` times; n is a multiple of four times the number of threads. Each
// lap starts some blocks further on, so that no multiprocessor rereads soon what its L1 holds.
__global__ void __launch_bounds__(1024)
    read_l2(const uint4* from, unsigned* sums, unsigned n, int laps) {
  const unsigned all = gridDim.x * blockDim.x;
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  for (int lap = 0; lap < laps; ++lap)
    for (unsigned i = (thread + 37 * lap * blockDim.x) % all; i < n; i += 4 * all) {
      const uint4 a = from[i], b = from[i + all], c = from[i + 2 * all], d = from[i + 3 * all];
      sum += a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
      sum += c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w;
    }
  sums[thread] = sum;
}

// Every thread adds `value` `times` times, to one cell or to its own cell.
template <class T, bool one_cell>
__global__ void __launch_bounds__(1024) add(T* cells, T value, int times) {
  T* cell = one_cell ? cells : cells + size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (int i = 0; i < times; ++i) atomicAdd(cell, value);
}

// Like `add` to one cell, but by one lane per warp.
__global__ void __launch_bounds__(1024) add_by_warp(unsigned* cell, unsigned value, int times) {
  if (threadIdx.x % 32 != 0) return;
  for (int i = 0; i < times; ++i) atomicAdd(cell, value);
}

// The warps alternate between two cells, `distance` cells apart. This is twice as fast as one cell
// if two L2 slices serve them.
__global__ void __launch_bounds__(1024)
    add_to_two(unsigned* cells, unsigned distance, unsigned value, int times) {
  if (threadIdx.x % 32 != 0) return;
  unsigned* cell = cells + (threadIdx.x / 32 % 2) * distance;
  for (int i = 0; i < times; ++i) atomicAdd(cell, value);
}

// An empty kernel: the cost of the launch and of its blocks.
__global__ void nothing() {}

}  // namespace calibrate
