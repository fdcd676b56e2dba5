#pragma once

// Associative operators with their neutral elements, over elements of type T.
//
// Partial results are `value`s of at least 32 bits. `lift` converts element i to a value, `lower` a
// value to a result. Integers wrap modulo 2^width. Signed arithmetic is done unsigned, since signed
// overflow is undefined in C++ even where the hardware wraps.

struct __half;
struct __nv_bfloat16;

namespace ops {

template <class A, class B>
constexpr bool same = false;
template <class A>
constexpr bool same<A, A> = true;

template <class T>
struct accumulator {
  using type = T;
};
// clang-format off
template <> struct accumulator<signed char> { using type = int; };
template <> struct accumulator<short> { using type = int; };
template <> struct accumulator<unsigned char> { using type = unsigned; };
template <> struct accumulator<unsigned short> { using type = unsigned; };
template <> struct accumulator<__half> { using type = float; };
template <> struct accumulator<__nv_bfloat16> { using type = float; };

template <class T> struct unsigned_of { using type = T; };
template <> struct unsigned_of<int> { using type = unsigned; };
template <> struct unsigned_of<long long> { using type = unsigned long long; };
// clang-format on

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

// clang-format off
template <> struct range<__half> : range<float> {};
template <> struct range<__nv_bfloat16> : range<float> {};
// clang-format on

// Base of the operators whose value is one number.
template <class T>
struct plain_value {
  using value = typename accumulator<T>::type;
  static constexpr bool commutative = true;

  template <class In>
  __device__ static value lift(In element, size_t) {
    return value(element);
  }
  template <class Out>
  __device__ static Out lower(value v) {
    return Out(v);
  }
};

template <class T>
struct sum : plain_value<T> {
  using value = typename accumulator<T>::type;
  __device__ static value identity() { return value(0); }
  __device__ value operator()(value a, value b) const {
    using word = typename unsigned_of<value>::type;
    return value(word(a) + word(b));
  }
};

template <class T>
struct minimum : plain_value<T> {
  using value = typename accumulator<T>::type;
  __device__ static value identity() { return range<T>::highest(); }
  __device__ value operator()(value a, value b) const { return b < a ? b : a; }
};

template <class T>
struct maximum : plain_value<T> {
  using value = typename accumulator<T>::type;
  __device__ static value identity() { return range<T>::lowest(); }
  __device__ value operator()(value a, value b) const { return a < b ? b : a; }
};

// An element and its index.
template <class T>
struct extremum {
  unsigned long long index;
  T value;

  // Applies f to each member. Shuffles use it to exchange structures.
  template <class F>
  __device__ extremum each(F f) const {
    return {f(index), f(value)};
  }
};

// The smallest element, and the lowest index among equal ones, so that the order of operands does
// not matter.
template <class T>
struct argmin {
  using value = extremum<typename accumulator<T>::type>;
  static constexpr bool commutative = true;

  __device__ static value identity() { return {~0ull, range<T>::highest()}; }
  template <class In>
  __device__ static value lift(In element, size_t i) {
    if constexpr (same<In, value>)
      return element;
    else
      return {i, typename accumulator<T>::type(element)};
  }
  template <class Out>
  __device__ static Out lower(value v) {
    return v;
  }
  __device__ value operator()(value a, value b) const {
    return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
  }
};

// The map x -> scale * x + offset.
template <class T>
struct affine {
  T scale, offset;

  template <class F>
  __device__ affine each(F f) const {
    return {f(scale), f(offset)};
  }
};

// x_i = (a_i | 1) * x_(i-1) + a_i: the composition of affine maps, which is not commutative.
template <class T>
struct recurrence {
  using word = typename accumulator<T>::type;
  using value = affine<word>;
  static constexpr bool commutative = false;

  __device__ static value identity() { return {word(1), word(0)}; }
  template <class In>
  __device__ static value lift(In element, size_t) {
    if constexpr (same<In, value>)
      return element;
    else
      return {word(word(element) | word(1)), word(element)};
  }
  template <class Out>
  __device__ static Out lower(value v) {
    if constexpr (same<Out, value>)
      return v;
    else
      return Out(v.offset);
  }
  __device__ value operator()(value first, value then) const {
    using bits = typename unsigned_of<word>::type;
    return {word(bits(first.scale) * bits(then.scale)),
            word(bits(then.scale) * bits(first.offset) + bits(then.offset))};
  }
};

}  // namespace ops
