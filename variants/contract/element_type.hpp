#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/small_floats.hpp"

namespace warpmark {

/// The element types that a family's inputs may have.
enum class element_type { i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, f64 };

/// All element types, in the order in which listings show them.
const std::vector<element_type>& all_element_types();

/// Those of 4 and 8 bytes, which atomics work on.
std::vector<element_type> word_types();

/// The name used in keys, on the command line and in journals: "i32", "f64", ...
std::string_view name(element_type type);

/// The spelling in CUDA C++: "int", "unsigned long long", "__half", ...
std::string_view cuda_spelling(element_type type);

/// The header of the CUDA toolkit that declares it; empty for the language's own types.
std::string_view cuda_header(element_type type);

std::size_t size_bytes(element_type type);
bool is_floating(element_type type);

/// The type of that name, or nothing if there is none.
std::optional<element_type> parse_element_type(std::string_view text);

template <class T>
inline constexpr bool is_small_float = std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>;

template <class T>
inline constexpr bool is_floating_element = std::is_floating_point_v<T> || is_small_float<T>;

/// The type of partial results over elements T: at least 32 bits wide, so that a sum of 16-bit
/// floats rounds as one of floats does. Integers still wrap modulo 2^width of T in the end.
template <class T>
using accumulator_of = std::conditional_t<
    is_small_float<T>, float,
    std::conditional_t<sizeof(T) >= 4, T,
                       std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>>>;

/// The largest |rounding error| of one operation in T, relative to its result.
template <class T>
constexpr double unit_roundoff() {
  if constexpr (std::is_same_v<T, float16>)
    return 0x1p-11;
  else if constexpr (std::is_same_v<T, bfloat16>)
    return 0x1p-8;
  else
    return static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
}

/// The host types, in the order of element_type.
using host_types =
    std::tuple<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
               std::int64_t, std::uint64_t, float16, bfloat16, float, double>;

/// Calls `f(std::type_identity<T>{})` with the host type T of `type`, which must be one of the
/// given ones. Throws std::out_of_range for another.
template <element_type first, element_type... others, class F>
decltype(auto) dispatch_among(element_type type, F&& f) {
  if constexpr (sizeof...(others) > 0) {
    if (type != first) return dispatch_among<others...>(type, std::forward<F>(f));
  } else if (type != first) {
    throw std::out_of_range("unexpected element type " + std::string(name(type)));
  }
  using host_type = std::tuple_element_t<static_cast<std::size_t>(first), host_types>;
  return std::forward<F>(f)(std::type_identity<host_type>{});
}

/// The same for any type.
template <class F>
decltype(auto) dispatch(element_type type, F&& f) {
  using enum element_type;
  return dispatch_among<i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, f64>(
      type, std::forward<F>(f));
}

}  // namespace warpmark
