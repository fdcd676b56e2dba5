#include "variants/contract/operators.hpp"

#include <array>
#include <stdexcept>

#include <fmt/format.h>

namespace warpmark::ops {
namespace {

struct description {
  std::string_view name;
  std::string_view cuda;   ///< Template over the element type.
  std::string_view value;  ///< Template over the accumulator's type; empty: the accumulator itself.
  bool commutative;
};

constexpr std::array<description, 5> descriptions{{
    {"sum", "ops::sum", "", true},
    {"min", "ops::minimum", "", true},
    {"max", "ops::maximum", "", true},
    {"argmin", "ops::argmin", "ops::extremum", true},
    {"recurrence", "ops::recurrence", "ops::affine", false},
}};

const description& of(std::string_view op) {
  for (const auto& description : descriptions)
    if (description.name == op) return description;
  throw std::out_of_range(fmt::format("unknown operator '{}'", op));
}

element_type accumulator_type(element_type type) {
  switch (type) {
    case element_type::i8:
    case element_type::i16:
      return element_type::i32;
    case element_type::u8:
    case element_type::u16:
      return element_type::u32;
    case element_type::f16:
    case element_type::bf16:
      return element_type::f32;
    default:
      return type;
  }
}

}  // namespace

const std::vector<std::string>& names() {
  static const std::vector<std::string> listed = [] {
    std::vector<std::string> result;
    result.reserve(descriptions.size());
    for (const auto& description : descriptions) result.emplace_back(description.name);
    return result;
  }();
  return listed;
}

bool is_commutative(std::string_view op) { return of(op).commutative; }

std::string unsupported_reason(std::string_view op, element_type type) {
  if (op != "recurrence" || !is_floating(type)) return "";
  return fmt::format("op=recurrence is exact over integers alone, and {} is not one", name(type));
}

std::string spelling(std::string_view op, element_type type) {
  return fmt::format("{}<{}>", of(op).cuda, cuda_spelling(type));
}

std::string value_spelling(std::string_view op, element_type type) {
  const auto held = cuda_spelling(accumulator_type(type));
  if (of(op).value.empty()) return std::string(held);
  return fmt::format("{}<{}>", of(op).value, held);
}

std::size_t value_bytes(std::string_view op, element_type type) {
  return dispatch_over(op, type, []<class Op>(Op) { return sizeof(typename Op::value); });
}

std::size_t result_bytes(std::string_view op, element_type type) {
  return dispatch_over(op, type, []<class Op>(Op) { return sizeof(typename Op::result); });
}

}  // namespace warpmark::ops
