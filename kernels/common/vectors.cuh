#pragma once

#include "common/bit_cast.cuh"
#include "common/operators.cuh"

// Vectors of 4, 8 or 16 bytes: what a lane loads or stores with one instruction. Elements narrower
// than a register stay packed in words until they are used.

namespace common {

template <class T>
constexpr bool is_packed = sizeof(T) < 4;

template <class T, bool packed = is_packed<T>>
struct register_of {
  using type = T;
};
template <class T>
struct register_of<T, true> {
  using type = unsigned;
};

template <class T, int bytes>
struct alignas(bytes) vector_of {
  using element = T;
  using word = typename register_of<T>::type;
  static constexpr int width = bytes / int(sizeof(T));
  static constexpr int words = bytes / int(sizeof(word));
  word words_[words];

  __device__ T operator[](int lane) const {
    if constexpr (is_packed<T>) {
      constexpr int per_word = 4 / int(sizeof(T));
      const unsigned bits = words_[lane / per_word] >> (lane % per_word * 8 * int(sizeof(T)));
      if constexpr (sizeof(T) == 1) {
        return T(bits);
      } else {
        return bit_cast<T>((unsigned short)bits);
      }
    } else {
      return words_[lane];
    }
  }

  // Lanes must be set in ascending order, in a vector that was initialised to zeros.
  __device__ void set(int lane, T value) {
    if constexpr (is_packed<T>) {
      constexpr int per_word = 4 / int(sizeof(T));
      unsigned bits;
      if constexpr (sizeof(T) == 1)
        bits = (unsigned char)value;
      else
        bits = bit_cast<unsigned short>(value);
      words_[lane / per_word] |= bits << (lane % per_word * 8 * int(sizeof(T)));
    } else {
      words_[lane] = value;
    }
  }
};

// An array of any alignment: elements before the first aligned vector (the head), full vectors, and
// the elements after the last one (the tail). Head and tail are shorter than a vector.
template <class T, int bytes>
struct vector_span {
  using vector = vector_of<T, bytes>;
  size_t head, vectors, tail_begin;
  const vector* wide;

  __device__ vector_span(const T* input, size_t n) {
    constexpr size_t width = vector::width;
    const size_t past = reinterpret_cast<size_t>(input) / sizeof(T) % width;
    head = past == 0 ? 0 : width - past < n ? width - past : n;
    vectors = (n - head) / width;
    tail_begin = head + vectors * width;
    wide = reinterpret_cast<const vector*>(input + head);
  }

  // The index in the array of the first element of vector i.
  __device__ size_t place(size_t i) const { return head + i * vector::width; }
};

// Sums of packed integers, by the dot-product instructions for four bytes and for two halves, with
// factors of one.
__device__ inline int sum_packed(signed char, unsigned word, int sum) {
  return __dp4a(int(word), 0x01010101, sum);
}
__device__ inline unsigned sum_packed(unsigned char, unsigned word, unsigned sum) {
  return __dp4a(word, 0x01010101u, sum);
}
__device__ inline int sum_packed(short, unsigned word, int sum) {
  return __dp2a_lo(int(word), 0x0101, sum);
}
__device__ inline unsigned sum_packed(unsigned short, unsigned word, unsigned sum) {
  return __dp2a_lo(word, 0x0101u, sum);
}

// The smaller, or larger, of two numbers in both halves of two words. Bytes count as the upper
// bytes of 16-bit numbers, whose lower ones decide between equal ones only. NaNs count as missing.
template <bool smaller, class T>
__device__ unsigned pick_of_halves(unsigned a, unsigned b) {
  unsigned both;
  if constexpr (ops::same<T, __half> && smaller)
    asm("min.f16x2 %0, %1, %2;" : "=r"(both) : "r"(a), "r"(b));
  else if constexpr (ops::same<T, __half>)
    asm("max.f16x2 %0, %1, %2;" : "=r"(both) : "r"(a), "r"(b));
  else if constexpr (ops::same<T, __nv_bfloat16> && smaller)
    asm("min.bf16x2 %0, %1, %2;" : "=r"(both) : "r"(a), "r"(b));
  else if constexpr (ops::same<T, __nv_bfloat16>)
    asm("max.bf16x2 %0, %1, %2;" : "=r"(both) : "r"(a), "r"(b));
  else if constexpr (T(-1) < T(0))
    both = smaller ? __vmins2(a, b) : __vmaxs2(a, b);
  else
    both = smaller ? __vminu2(a, b) : __vmaxu2(a, b);
  return both;
}

// The smallest, or largest, elements of a vector, one in each half of a word. Of bytes, those at
// odd places are in place, and a shift puts the others there.
template <bool smallest, class T, int bytes>
__device__ vector_of<T, 4> extrema_of_halves(const vector_of<T, bytes>& v) {
  unsigned best = v.words_[0];
#pragma unroll
  for (int w = 1; w < v.words; ++w) best = pick_of_halves<smallest, T>(best, v.words_[w]);
  if constexpr (sizeof(T) == 1)
#pragma unroll
    for (int w = 0; w < v.words; ++w) best = pick_of_halves<smallest, T>(best, v.words_[w] << 8);
  return {{best}};
}

// Reduces the elements of a vector, the first of which has index `place`.
template <class Op, class T, int bytes>
__device__ typename Op::value fold_vector(Op op, typename Op::value value,
                                          const vector_of<T, bytes>& v, size_t place) {
  if constexpr (ops::same<Op, ops::sum<T>> && requires { sum_packed(T(), 0u, value); }) {
#pragma unroll
    for (int w = 0; w < v.words; ++w) value = sum_packed(T(), v.words_[w], value);
  } else if constexpr (is_packed<T> &&
                       (ops::same<Op, ops::minimum<T>> || ops::same<Op, ops::maximum<T>>)) {
    const auto best = extrema_of_halves<ops::same<Op, ops::minimum<T>>>(v);
    constexpr int step = best.width / 2;
    value = op(op(value, op.lift(best[step - 1], place)), op.lift(best[2 * step - 1], place));
  } else {
#pragma unroll
    for (int lane = 0; lane < v.width; ++lane) value = op(value, op.lift(v[lane], place + lane));
  }
  return value;
}

}  // namespace common
