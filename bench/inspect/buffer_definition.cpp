#include "bench/inspect/buffer_definition.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::inspect {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Whether the type represents all of 0 … count - 1.
bool counts_up_to(value_kind kind, std::uint64_t count) {
  switch (kind) {
    case value_kind::f16:
      return count <= (1u << 11) + 1;
    case value_kind::bf16:
      return count <= (1u << 8) + 1;
    case value_kind::f32:
      return count <= (1u << 24) + 1;
    case value_kind::f64:
      return true;
    default:
      return fits({.magnitude = count - 1}, kind);
  }
}

void check_arange(const buffer_definition& buffer) {
  const value_kind kind = buffer.type.kind;
  const auto& [start, step] = buffer.initial.parameters;
  const std::uint64_t last = buffer.count() * buffer.type.lanes - 1;
  if (is_floating(kind)) return;
  const auto signed_step = static_cast<long double>(step.whole.as_double());
  const auto end = static_cast<long double>(start.whole.as_double()) +
                   signed_step * static_cast<long double>(last);
  // Near the bounds of 64 bits the exact sum is used; far beyond them rounding does not matter.
  whole_number value;
  if (std::fabs(end) < 0x1p63L) {
    const auto sum = static_cast<std::int64_t>(start.whole.bits() + step.whole.bits() * last);
    value = {sum < 0,
             sum < 0 ? 0 - static_cast<std::uint64_t>(sum) : static_cast<std::uint64_t>(sum)};
    if (fits(value, kind)) return;
  } else if (kind == value_kind::u64 && end > 0 && end < 0x1p64L) {
    return;
  }
  throw usage_error(fmt::format("arange: element {} would be {:.0f}, which {} cannot represent",
                                last, end, name(kind)));
}

}  // namespace

std::uint64_t buffer_definition::count() const {
  std::uint64_t result = 1;
  for (const std::uint64_t value : shape) result *= value;
  return result;
}

std::vector<std::uint64_t> parse_shape(std::string_view text) {
  std::vector<std::uint64_t> shape;
  std::uint64_t all = 1;
  for (bool more = true; more;) {
    const auto end = text.find('x');
    const std::string_view extent = text.substr(0, end);
    const auto value = parse_whole(extent);
    if (!value || value->negative || value->magnitude == 0)
      throw usage_error(fmt::format(
          "count '{}': expected a number above 0, e.g. 1024, 2^20 or 1024x768", extent));
    shape.push_back(value->magnitude);
    if (__builtin_mul_overflow(all, value->magnitude, &all) || all > max_buffer_bytes)
      throw usage_error(fmt::format("count '{}': more than {} elements", extent, max_buffer_bytes));
    more = end != std::string_view::npos;
    if (more) text.remove_prefix(end + 1);
  }
  if (shape.size() > 8) throw usage_error("more than 8 dimensions");
  return shape;
}

void check(const buffer_definition& buffer) {
  const value_kind kind = buffer.type.kind;
  if (buffer.count() > max_buffer_bytes / size_bytes(buffer.type))
    throw usage_error(fmt::format("{} elements of {} are more than {} bytes", buffer.count(),
                                  name(buffer.type), max_buffer_bytes));
  const std::uint64_t scalars = buffer.count() * buffer.type.lanes;
  if (buffer.initial.fill_rule == initial_values::rule::permutation && !counts_up_to(kind, scalars))
    throw usage_error(
        fmt::format("permutation: {} cannot represent {} distinct values", name(kind), scalars));
  if (buffer.initial.fill_rule == initial_values::rule::arange) check_arange(buffer);
}

bool is_name(std::string_view name) {
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

}  // namespace warpmark::inspect
