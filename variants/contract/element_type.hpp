#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpmark {

/// The element types that a family's inputs may have.
enum class element_type { i32, u32, i64, u64, f32, f64 };

/// All element types, in the order in which listings show them.
const std::vector<element_type>& all_element_types();

/// The name used in keys, on the command line and in journals: "i32", "f64", ...
std::string_view name(element_type type);

/// The spelling in CUDA C++ of the 32- or 64-bit type: "int", "unsigned long long", ...
std::string_view cuda_spelling(element_type type);

std::size_t size_bytes(element_type type);
bool is_floating(element_type type);

/// The type of that name, or nothing if there is none.
std::optional<element_type> parse_element_type(std::string_view text);

/// Calls `f(std::type_identity<T>{})` with the host type T of `type`.
template <class F>
decltype(auto) dispatch(element_type type, F&& f) {
  switch (type) {
    case element_type::i32:
      return std::forward<F>(f)(std::type_identity<std::int32_t>{});
    case element_type::u32:
      return std::forward<F>(f)(std::type_identity<std::uint32_t>{});
    case element_type::i64:
      return std::forward<F>(f)(std::type_identity<std::int64_t>{});
    case element_type::u64:
      return std::forward<F>(f)(std::type_identity<std::uint64_t>{});
    case element_type::f32:
      return std::forward<F>(f)(std::type_identity<float>{});
    case element_type::f64:
      break;
  }
  return std::forward<F>(f)(std::type_identity<double>{});
}

}  // namespace warpmark
