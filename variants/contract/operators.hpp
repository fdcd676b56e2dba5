#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "variants/contract/element_type.hpp"

// The operators of reduce and scan: the host's counterpart of kernels/common/operators.cuh, name by
// name.

namespace warpmark {

/// An element with its index; the lowest index wins among equal elements. Its layout is the
/// device's; bytes between the members are undefined.
template <class T>
struct extremum {
  std::uint64_t index;
  T value;
};

/// The map x -> scale * x + offset, modulo 2^width.
template <class T>
struct affine {
  T scale, offset;
  bool operator==(const affine&) const = default;
};

namespace ops {

/// The largest and smallest elements, as partial results: the neutral elements of minimum and
/// maximum.
template <class T>
constexpr accumulator_of<T> largest() {
  if constexpr (is_floating_element<T>)
    return std::numeric_limits<accumulator_of<T>>::infinity();
  else
    return std::numeric_limits<T>::max();
}

template <class T>
constexpr accumulator_of<T> smallest() {
  if constexpr (is_floating_element<T>)
    return -std::numeric_limits<accumulator_of<T>>::infinity();
  else
    return std::numeric_limits<T>::lowest();
}

/// a * b + c, where integers wrap as on a GPU.
template <class A>
constexpr A multiply_add(A a, A b, A c) {
  if constexpr (std::is_integral_v<A>) {
    using word = std::make_unsigned_t<A>;
    return static_cast<A>(static_cast<word>(a) * static_cast<word>(b) + static_cast<word>(c));
  } else {
    return a * b + c;
  }
}

/// Base of the operators whose value is one number: lift() converts an element to a value, lower()
/// a value to a result.
template <class T>
struct plain_value {
  using element = T;
  using value = accumulator_of<T>;
  using result = T;
  static constexpr bool commutative = true;
  static value lift(T element, std::uint64_t) { return static_cast<value>(element); }
  static T lower(value v) { return static_cast<T>(v); }
};

template <class T>
struct sum : plain_value<T> {
  using value = accumulator_of<T>;
  static value identity() { return value(0); }
  value operator()(value a, value b) const { return multiply_add<value>(a, value(1), b); }
};

template <class T>
struct minimum : plain_value<T> {
  using value = accumulator_of<T>;
  static value identity() { return largest<T>(); }
  value operator()(value a, value b) const { return b < a ? b : a; }
};

template <class T>
struct maximum : plain_value<T> {
  using value = accumulator_of<T>;
  static value identity() { return smallest<T>(); }
  value operator()(value a, value b) const { return a < b ? b : a; }
};

template <class T>
struct argmin {
  using element = T;
  using value = extremum<accumulator_of<T>>;
  using result = value;
  static constexpr bool commutative = true;
  static value identity() { return {~std::uint64_t{0}, largest<T>()}; }
  static value lift(T element, std::uint64_t i) { return {i, accumulator_of<T>(element)}; }
  static value lower(value v) { return v; }
  value operator()(value a, value b) const {
    return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
  }
};

/// First-order linear recurrence x_i = (a_i | 1) * x_(i-1) + a_i with x_(-1) = 0, modulo 2^width:
/// the composition of affine maps, associative and not commutative (Blelloch, Prefix Sums and Their
/// Applications, 1990, section 1.4). Odd factors preserve the contribution of every element.
template <class T>
struct recurrence {
  using element = T;
  using word = accumulator_of<T>;
  using value = affine<word>;
  using result = T;
  static constexpr bool commutative = false;
  static value identity() { return {1, 0}; }
  static value lift(T element, std::uint64_t) {
    return {static_cast<word>(word(element) | 1), word(element)};
  }
  static T lower(value v) { return static_cast<T>(v.offset); }
  value operator()(value first, value then) const {
    return {multiply_add<word>(first.scale, then.scale, 0),
            multiply_add<word>(then.scale, first.offset, then.offset)};
  }
};

/// All operators' names, in the order in which listings show them.
const std::vector<std::string>& names();

/// Whether the order of the operands does not matter.
bool is_commutative(std::string_view op);

/// Empty if `op` works on elements of `type`, else why not: recurrence is over integers.
std::string unsupported_reason(std::string_view op, element_type type);

/// CUDA C++: "ops::sum<int>".
std::string spelling(std::string_view op, element_type type);

/// CUDA C++ of the type of partial results: "int", "ops::affine<unsigned int>".
std::string value_spelling(std::string_view op, element_type type);

/// Bytes of a partial result and of a result.
std::size_t value_bytes(std::string_view op, element_type type);
std::size_t result_bytes(std::string_view op, element_type type);

/// Calls f(Op{}) with the operator over the host type of `type`. `op` must suit the type.
template <class F>
decltype(auto) dispatch_over(std::string_view op, element_type type, F&& f) {
  return dispatch(type, [&]<class T>(std::type_identity<T>) {
    if constexpr (!is_floating_element<T>)
      if (op == "recurrence") return f(recurrence<T>{});
    if (op == "argmin") return f(argmin<T>{});
    if (op == "min") return f(minimum<T>{});
    if (op == "max") return f(maximum<T>{});
    return f(sum<T>{});
  });
}

}  // namespace ops
}  // namespace warpmark
