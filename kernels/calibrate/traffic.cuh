// Throughput of L2 and of its atomic units, for the full device. Timed by the host.

#include "common/dependent_launch.cuh"

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

// Stores n 16-byte vectors `laps` times; n is a multiple of four times the number of threads.
__global__ void __launch_bounds__(1024) write_l2(uint4* to, unsigned n, int laps) {
  const unsigned all = gridDim.x * blockDim.x;
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int lap = 0; lap < laps; ++lap)
    for (unsigned i = thread; i < n; i += 4 * all)
      for (unsigned piece = 0; piece < 4; ++piece)
        to[i + piece * all] = make_uint4(lap, piece, i, 0);
}

// Stores the first half of each sector, or all of it, of 256 stretches of memory, `laps` times.
// Neighbouring lanes store to different stretches, so that each of these grows by a sector at a
// time. The stretches are `sectors` long, and 37 sectors apart.
template <int halves>
__global__ void __launch_bounds__(1024) write_sectors(uint4* to, unsigned sectors, int laps) {
  const unsigned all = gridDim.x * blockDim.x;
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int lap = 0; lap < laps; ++lap)
    for (unsigned i = thread; i < 256 * sectors * halves; i += all) {
      const unsigned k = i / halves, sector = k % 256 * (sectors + 37) + k / 256;
      to[2 * size_t(sector) + i % halves] = make_uint4(lap, k, sector, 0);
    }
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

// Every lane adds to one cell and uses what it gets. `apart` is 0, unknown to the compiler, which
// could combine the lanes if it knew that their addresses are equal.
__global__ void __launch_bounds__(1024)
    add_returned(unsigned* cell, unsigned apart, int times, unsigned* sums) {
  unsigned* own = cell + threadIdx.x * apart;
  unsigned sum = 0;
  for (int i = 0; i < times; ++i) sum += atomicAdd(own, 1u);
  if (sum == 1u) *sums = sum;
}

// One lane per warp adds to pseudo-random sectors among the first `sectors`, a power of two. The
// rate is that of one unit of L2 times the number of units that serve the sectors.
__global__ void __launch_bounds__(1024) add_spread(unsigned* cells, unsigned sectors, int times) {
  if (threadIdx.x % 32 != 0) return;
  unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 1;
  for (int i = 0; i < times; ++i) {
    state = state * 1664525u + 1013904223u;
    atomicAdd(cells + (state >> 10 & (sectors - 1)) * 8, 1u);
  }
}

// An empty kernel: the cost of the launch and of its blocks.
__global__ void nothing() {}

// Like `nothing`, but its blocks say that a dependent launch may start.
__global__ void nothing_dependent() { dependent_launch::wait_and_trigger(); }

// The shortest kernel that has a parameter and an effect.
__global__ void store_one(unsigned* to) { *to = 1; }

}  // namespace calibrate
