#pragma once

// Associative, commutative operators with their neutral elements.
//
// Integer sums wrap modulo 2^width. Signed addition is done in unsigned arithmetic, since signed
// overflow is undefined in C++ even where the hardware wraps.

namespace ops {

template <class T>
struct range {
  static constexpr bool is_signed = T(-1) < T(0);
  static constexpr T top_bit = T(T(1) << (8 * sizeof(T) - 1));
  __device__ static T lowest() { return is_signed ? top_bit : T(0); }
  __device__ static T highest() { return T(~lowest()); }
};

template <>
struct range<float> {
  __device__ static float lowest() { return -highest(); }
  __device__ static float highest() { return __int_as_float(0x7f800000); }  // infinity
};

template <>
struct range<double> {
  __device__ static double lowest() { return -highest(); }
  __device__ static double highest() { return __longlong_as_double(0x7ff0000000000000); }
};

struct sum {
  template <class T>
  __device__ static T identity() {
    return T(0);
  }
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
  __device__ int operator()(int a, int b) const { return int(unsigned(a) + unsigned(b)); }
  __device__ long long operator()(long long a, long long b) const {
    return (long long)((unsigned long long)a + (unsigned long long)b);
  }
};

struct minimum {
  template <class T>
  __device__ static T identity() {
    return range<T>::highest();
  }
  template <class T>
  __device__ T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};

struct maximum {
  template <class T>
  __device__ static T identity() {
    return range<T>::lowest();
  }
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

}  // namespace ops
