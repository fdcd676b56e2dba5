#pragma once

#include "common/operators.cuh"

// cell = op(cell, value), atomically: by the hardware's atomic where it has one, else by
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
    if (wanted == assumed) return;  // min and max rarely change the cell: no write then
    seen = swap_if_equal(cell, assumed, wanted);
  } while (seen != assumed);
}

template <class E, class T>
__device__ void atomic_combine(sum<E>, T* cell, T value) {
  if constexpr (same<T, long long>)
    atomicAdd(reinterpret_cast<unsigned long long*>(cell), (unsigned long long)value);
  else
    atomicAdd(cell, value);
}

template <class E, class T>
__device__ void atomic_combine(minimum<E>, T* cell, T value) {
  if constexpr (same<T, float> || same<T, double>)
    combine_by_swapping<minimum<E>>(cell, value);
  else
    atomicMin(cell, value);
}

template <class E, class T>
__device__ void atomic_combine(maximum<E>, T* cell, T value) {
  if constexpr (same<T, float> || same<T, double>)
    combine_by_swapping<maximum<E>>(cell, value);
  else
    atomicMax(cell, value);
}

}  // namespace ops
