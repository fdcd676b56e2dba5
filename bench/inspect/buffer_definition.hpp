#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/value_type.hpp"
#include "bench/inspect/initial_values.hpp"

namespace warpmark::inspect {

/// A named buffer in device memory: its type, shape and initial contents.
struct buffer_definition {
  std::string name;
  value_type type;
  std::vector<std::uint64_t> shape;  ///< Not empty, no zeros; the last index varies fastest.
  initial_values initial;

  std::uint64_t count() const;  ///< Elements; vectors count as one.
  std::uint64_t bytes() const { return count() * size_bytes(type); }
};

/// Larger buffers are rejected: 1 TiB.
inline constexpr std::uint64_t max_buffer_bytes = std::uint64_t{1} << 40;

/// Extents of "1024", "2^20", "1024x768", "3*1000". Throws usage_error.
std::vector<std::uint64_t> parse_shape(std::string_view text);

/// Throws usage_error for a buffer that is too large, or an initial value that its type cannot
/// represent.
void check(const buffer_definition& buffer);

/// Whether `name` is a valid buffer name: a letter or '_', then letters, digits and '_'.
bool is_name(std::string_view name);

}  // namespace warpmark::inspect
