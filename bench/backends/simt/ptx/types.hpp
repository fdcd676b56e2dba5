#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpmark::simt {

/// The fundamental types of PTX, as instruction suffixes and register declarations name them.
enum class scalar_type : std::uint8_t {
  pred,
  b8,
  b16,
  b32,
  b64,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f32,
  f64
};

/// State spaces of PTX. `generic` is an address without a space of its own.
enum class state_space : std::uint8_t { generic, global, shared, local, constant, param };

/// Empty if `name` (without its dot) is no scalar type.
std::optional<scalar_type> parse_scalar_type(std::string_view name);

/// Size of a value in memory; a predicate has none.
unsigned size_of(scalar_type type);

inline bool is_float(scalar_type type) {
  return type == scalar_type::f16 || type == scalar_type::f32 || type == scalar_type::f64;
}
inline bool is_signed(scalar_type type) {
  return type >= scalar_type::s8 && type <= scalar_type::s64;
}

}  // namespace warpmark::simt
