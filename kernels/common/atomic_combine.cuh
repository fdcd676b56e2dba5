#pragma once

#include "common/bit_cast.cuh"
#include "common/operators.cuh"

// cell = op(cell, value), atomically: by the hardware's atomic where it has one, else by
// compare-and-swap.

namespace ops {

// Stores `desired` if the cell holds `expected`. Returns what it held.
template <class T>
__device__ T compare_and_swap(T* cell, T expected, T desired) {
  if constexpr (sizeof(T) == 4) {
    return common::bit_cast<T>(atomicCAS(reinterpret_cast<unsigned*>(cell),
                                         common::bit_cast<unsigned>(expected),
                                         common::bit_cast<unsigned>(desired)));
  } else {
    using word = unsigned long long;
    return common::bit_cast<T>(atomicCAS(reinterpret_cast<word*>(cell),
                                         common::bit_cast<word>(expected),
                                         common::bit_cast<word>(desired)));
  }
}

template <class Op, class T>
__device__ void combine_by_swapping(T* cell, T value) {
  T seen = *static_cast<volatile T*>(cell);
  T expected;
  do {
    expected = seen;
    const T desired = Op()(expected, value);
    if (desired == expected) return;  // min and max rarely change the cell: no write then
    seen = compare_and_swap(cell, expected, desired);
  } while (seen != expected);
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
