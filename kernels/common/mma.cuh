#pragma once

#include "common/operators.cuh"

// Products of small matrices by the tensor cores, of elements T of one or two bytes: a warp adds A
// * B to C, where A has 16 rows, B has 8 columns, and both are `depth` elements deep: 32 bytes.
// Compute capability 8.0. All lanes must call.
//
// With g = lane / 4 and t = lane % 4, and w the elements per word of 4 bytes, a lane has
//   of A  rows g, g + 8, g, g + 8, at depths w * t, w * t, depth / 2 + w * t, depth / 2 + w * t;
//   of B  column g, at depths w * t and depth / 2 + w * t;
//   of C  rows g, g, g + 8, g + 8, in columns 2 * t, 2 * t + 1, 2 * t, 2 * t + 1.

namespace mma {

template <class T>
constexpr int depth = 32 / int(sizeof(T));

// A word of ones.
template <class T>
constexpr unsigned ones = 0x01010101;
template <>
constexpr unsigned ones<__half> = 0x3c003c00;
template <>
constexpr unsigned ones<__nv_bfloat16> = 0x3f803f80;

template <class T>
__device__ void multiply_add(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  if constexpr (ops::same<T, __half>)
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  else
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

template <class T>
__device__ void multiply_add(int (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

template <class T>
__device__ void multiply_add(unsigned (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

}  // namespace mma
