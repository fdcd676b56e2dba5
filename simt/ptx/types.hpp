#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpmark::simt {

/// The types of PTX in instruction suffixes and register declarations: the fundamental types, and
/// those that only some instructions have, such as packed pairs.
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
  f64,
  bf16,
  tf32,
  f16x2,
  bf16x2,
  f32x2,
  u16x2,
  s16x2,
  e4m3x2,
  e5m2x2,
  b128
};

/// State spaces of PTX. `generic` is an address without a stated space.
enum class state_space : std::uint8_t { generic, global, shared, local, constant, param };

/// Empty if `name` (without its dot) is not a scalar type.
std::optional<scalar_type> parse_scalar_type(std::string_view name);

/// Size of a value in memory; a predicate has none.
unsigned size_of(scalar_type type);

/// Bytes of a register per lane: 4, 8, or 16 for two of 8, of which that of the low halves of all
/// lanes is first.
inline unsigned register_bytes(scalar_type type) { return size_of(type) < 4 ? 4 : size_of(type); }
/// From the low to the high halves of registers of 16 bytes.
inline constexpr unsigned high_half_offset = 8 * 32;

inline bool is_float(scalar_type type) {
  return type >= scalar_type::f16 && type <= scalar_type::bf16;
}
inline bool is_signed(scalar_type type) {
  return type >= scalar_type::s8 && type <= scalar_type::s64;
}

}  // namespace warpmark::simt
