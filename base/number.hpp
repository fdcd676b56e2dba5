#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/value_type.hpp"

namespace warpmark::inspect {

/// An integer from -2^64 + 1 to 2^64 - 1.
struct whole_number {
  bool negative = false;
  std::uint64_t magnitude = 0;

  double as_double() const {
    return negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
  }
  /// Two's complement, modulo 2^64.
  std::uint64_t bits() const { return negative ? 0 - magnitude : magnitude; }
};

/// A parsed literal: `whole` is used for integer types, `real` for floating-point types.
struct number {
  whole_number whole;
  double real = 0;
};

/// "1024", "-7", "0xff", "2^20", "3*2^10"; with `times`, 'x' multiplies too ("1024x768"). Empty if
/// the text is not of this form or the value does not fit.
std::optional<whole_number> parse_whole(std::string_view text, bool times_by_x = false);

bool fits(const whole_number& value, value_kind kind);  ///< For integer kinds.

/// A literal of this type: for integers as parse_whole(), for floats decimal ("1e-3"), hexadecimal
/// ("0x1.8p3"), inf or nan. Throws usage_error with the expected form, also for values that the
/// type cannot represent.
number parse_number(value_kind kind, std::string_view text);

/// The bytes of a value, little endian, size_bytes(kind) of them. Floats are rounded to nearest
/// even; integers must fit.
void encode(value_kind kind, const number& value, std::byte* to);

/// The value of an element as text that reads back as the same bits (NaNs aside).
std::string element_text(value_kind kind, const std::byte* from);

/// The value of a floating-point element.
double decode_real(value_kind kind, const std::byte* from);

/// The value of an integer element, sign-extended.
std::uint64_t decode_whole(value_kind kind, const std::byte* from);

}  // namespace warpmark::inspect
