#pragma once

#include "common/operators.cuh"

// cell = op(cell, value), atomically: the hardware's atomic where it has one, else
// compare-and-swap.

namespace ops {

template <class T>
__device__ T swap_if_equal(T* cell, T assumed, T wanted) {
  if constexpr (sizeof(T) == 4) {
    const unsigned seen =
        atomicCAS(reinterpret_cast<unsigned*>(cell), *reinterpret_cast<unsigned*>(&assumed),
                  *reinterpret_cast<unsigned*>(&wanted));
    return *reinterpret_cast<const T*>(&seen);
  } else {
    using word = unsigned long long;
    const word seen = atomicCAS(reinterpret_cast<word*>(cell), *reinterpret_cast<word*>(&assumed),
                                *reinterpret_cast<word*>(&wanted));
    return *reinterpret_cast<const T*>(&seen);
  }
}

template <class Op, class T>
__device__ void combine_by_swapping(T* cell, T value) {
  T seen = *static_cast<volatile T*>(cell);
  T assumed;
  do {
    assumed = seen;
    const T wanted = Op()(assumed, value);
    if (wanted == assumed) return;  // min and max seldom change the cell: spare the traffic
    seen = swap_if_equal(cell, assumed, wanted);
  } while (seen != assumed);
}

template <class T>
__device__ void atomic_combine(sum, T* cell, T value) {
  atomicAdd(cell, value);
}
__device__ inline void atomic_combine(sum, long long* cell, long long value) {
  atomicAdd(reinterpret_cast<unsigned long long*>(cell), (unsigned long long)value);
}

template <class T>
__device__ void atomic_combine(minimum, T* cell, T value) {
  atomicMin(cell, value);
}
__device__ inline void atomic_combine(minimum, float* cell, float value) {
  combine_by_swapping<minimum>(cell, value);
}
__device__ inline void atomic_combine(minimum, double* cell, double value) {
  combine_by_swapping<minimum>(cell, value);
}

template <class T>
__device__ void atomic_combine(maximum, T* cell, T value) {
  atomicMax(cell, value);
}
__device__ inline void atomic_combine(maximum, float* cell, float value) {
  combine_by_swapping<maximum>(cell, value);
}
__device__ inline void atomic_combine(maximum, double* cell, double value) {
  combine_by_swapping<maximum>(cell, value);
}

}  // namespace ops
