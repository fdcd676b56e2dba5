#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark::inspect {

/// Element types that arguments may have. bf16 is the upper half of an f32.
enum class value_kind : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, f64 };

bool is_floating(value_kind kind);
bool is_signed(value_kind kind);  ///< Signed integers only.
std::size_t size_bytes(value_kind kind);
std::string_view name(value_kind kind);

/// An element type or a vector of two to four of them, as CUDA's float4.
struct value_type {
  value_kind kind = value_kind::i32;
  std::uint32_t lanes = 1;
  bool operator==(const value_type&) const = default;
};

std::size_t size_bytes(const value_type& type);

/// CUDA's alignment: two or four lanes to their total size, at most 16 bytes; three as one.
std::size_t alignment_bytes(const value_type& type);

std::string name(const value_type& type);  ///< "f32", "f32x4".

/// The type of that name. Throws usage_error with a suggestion.
value_type parse_value_type(std::string_view text);

}  // namespace warpmark::inspect
