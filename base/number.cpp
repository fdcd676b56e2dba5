#include "base/number.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "base/float_format.hpp"
#include "base/usage_error.hpp"

namespace warpmark::inspect {
namespace {

std::optional<std::uint64_t> digits(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, hexadecimal ? 16 : 10);
  if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

// A number or a power.
std::optional<std::uint64_t> factor(std::string_view text) {
  const auto hat = text.find('^');
  const auto base = digits(text.substr(0, hat));
  if (hat == std::string_view::npos || !base) return base;
  const auto exponent = digits(text.substr(hat + 1));
  if (!exponent || *exponent > 64) return std::nullopt;
  std::optional<std::uint64_t> result = 1;
  for (std::uint64_t i = 0; i < *exponent && result; ++i) result = product(*result, *base);
  return result;
}

std::string range_text(value_kind kind) {
  const auto bits = static_cast<unsigned>(8 * size_bytes(kind));
  if (!is_signed(kind)) return fmt::format("0 to {}", ~std::uint64_t{0} >> (64 - bits));
  const std::uint64_t max = (std::uint64_t{1} << (bits - 1)) - 1;
  return fmt::format("-{} to {}", max + 1, max);
}

double largest(value_kind kind) {
  switch (kind) {
    case value_kind::f16:
      return 65504;
    case value_kind::bf16:
      return 0x1.fep127;
    case value_kind::f32:
      return std::numeric_limits<float>::max();
    default:
      return std::numeric_limits<double>::max();
  }
}

template <class T>
std::optional<double> parse_real(std::string_view text) {
  bool negative = false;
  if (text.starts_with("-") || text.starts_with("+")) {
    negative = text.front() == '-';
    text.remove_prefix(1);
    if (text.starts_with("-")) return std::nullopt;
  }
  auto format = std::chars_format::general;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    if (text.find_first_of("pP") == std::string_view::npos) return std::nullopt;
    text.remove_prefix(2);
    format = std::chars_format::hex;
  }
  if (!text.empty() && (text.back() == 'f' || text.back() == 'F') && !text.ends_with("inf"))
    text.remove_suffix(1);
  T value{};
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, format);
  if (stop != end || text.empty() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Too large or too small: the exponent's sign tells.
    const auto mark = text.find_first_of(format == std::chars_format::hex ? "pP" : "eE");
    const bool small = mark != std::string_view::npos && text.substr(mark + 1).starts_with("-");
    value = small ? T(0) : std::numeric_limits<T>::infinity();
  }
  return negative ? -static_cast<double>(value) : static_cast<double>(value);
}

bool names_infinity(std::string_view text) {
  return text.find("inf") != std::string_view::npos || text.find("INF") != std::string_view::npos;
}

}  // namespace

std::optional<whole_number> parse_whole(std::string_view text, bool times_by_x) {
  whole_number result{.magnitude = 1};
  if (text.starts_with("-") || text.starts_with("+")) {
    result.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view marks = times_by_x && !hexadecimal ? "*x" : "*";
  for (bool more = true; more;) {
    const auto end = text.find_first_of(marks);
    const auto value = factor(text.substr(0, end));
    const auto all = value ? product(result.magnitude, *value) : std::nullopt;
    if (!all) return std::nullopt;
    result.magnitude = *all;
    more = end != std::string_view::npos;
    if (more) text.remove_prefix(end + 1);
  }
  if (result.magnitude == 0) result.negative = false;
  return result;
}

bool fits(const whole_number& value, value_kind kind) {
  const auto bits = static_cast<unsigned>(8 * size_bytes(kind));
  if (!is_signed(kind))
    return !value.negative && value.magnitude <= ~std::uint64_t{0} >> (64 - bits);
  const std::uint64_t max = (std::uint64_t{1} << (bits - 1)) - 1;
  return value.magnitude <= (value.negative ? max + 1 : max);
}

number parse_number(value_kind kind, std::string_view text) {
  number result;
  if (is_floating(kind)) {
    const auto value = kind == value_kind::f32 ? parse_real<float>(text) : parse_real<double>(text);
    if (!value)
      throw usage_error(
          fmt::format("'{}' is not a valid {}; expected e.g. 1.5, -2e-3, 0x1.8p3, inf or nan", text,
                      name(kind)));
    result.real = *value;
    std::byte encoded[8];
    encode(kind, result, encoded);
    if (std::isinf(decode_real(kind, encoded)) && !names_infinity(text))
      throw usage_error(fmt::format("{} does not fit {}, whose largest value is {}", text,
                                    name(kind), largest(kind)));
    return result;
  }
  const auto value = parse_whole(text);
  if (!value)
    throw usage_error(fmt::format(
        "'{}' is not a valid {}; expected an integer, e.g. -5, 0xff or 2^20", text, name(kind)));
  if (!fits(*value, kind))
    throw usage_error(
        fmt::format("{} does not fit {}, whose range is {}", text, name(kind), range_text(kind)));
  result.whole = *value;
  return result;
}

void encode(value_kind kind, const number& value, std::byte* to) {
  if (kind == value_kind::f16 || kind == value_kind::bf16) {
    const auto& format = kind == value_kind::f16 ? half_format : brain_format;
    const auto bits =
        static_cast<std::uint16_t>(encode_float(format, value.real, rounding::nearest));
    std::memcpy(to, &bits, sizeof bits);
  } else if (kind == value_kind::f32) {
    const auto rounded = static_cast<float>(value.real);
    std::memcpy(to, &rounded, sizeof rounded);
  } else if (kind == value_kind::f64) {
    std::memcpy(to, &value.real, sizeof value.real);
  } else {
    const std::uint64_t bits = value.whole.bits();
    std::memcpy(to, &bits, size_bytes(kind));
  }
}

double decode_real(value_kind kind, const std::byte* from) {
  if (kind == value_kind::f64) {
    double value = 0;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  if (kind == value_kind::f32) {
    float value = 0;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  std::uint16_t bits = 0;
  std::memcpy(&bits, from, sizeof bits);
  return decode_float(kind == value_kind::f16 ? half_format : brain_format, bits);
}

std::uint64_t decode_whole(value_kind kind, const std::byte* from) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, size_bytes(kind));
  const auto unused = static_cast<unsigned>(64 - 8 * size_bytes(kind));
  if (is_signed(kind))
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
  return bits;
}

std::string element_text(value_kind kind, const std::byte* from) {
  if (kind == value_kind::f64) return fmt::format("{}", decode_real(kind, from));
  if (is_floating(kind)) return fmt::format("{}", static_cast<float>(decode_real(kind, from)));
  const std::uint64_t bits = decode_whole(kind, from);
  return is_signed(kind) ? fmt::format("{}", static_cast<std::int64_t>(bits))
                         : fmt::format("{}", bits);
}

}  // namespace warpmark::inspect
