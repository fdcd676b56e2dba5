#include "simt/ptx/types.hpp"

#include <array>

namespace warpmark::simt {
namespace {

constexpr std::array<std::string_view, 26> type_names = {
    "pred",  "b8",     "b16",   "b32",   "b64",   "u8",     "u16",    "u32",  "u64",
    "s8",    "s16",    "s32",   "s64",   "f16",   "f32",    "f64",    "bf16", "tf32",
    "f16x2", "bf16x2", "f32x2", "u16x2", "s16x2", "e4m3x2", "e5m2x2", "b128"};
constexpr std::array<std::uint8_t, 26> type_sizes = {0, 1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8,
                                                     2, 4, 8, 2, 4, 4, 4, 8, 4, 4, 2, 2, 16};

}  // namespace

std::optional<scalar_type> parse_scalar_type(std::string_view name) {
  for (std::size_t i = 0; i < type_names.size(); ++i)
    if (type_names[i] == name) return static_cast<scalar_type>(i);
  return std::nullopt;
}

unsigned size_of(scalar_type type) { return type_sizes[static_cast<std::size_t>(type)]; }

}  // namespace warpmark::simt
