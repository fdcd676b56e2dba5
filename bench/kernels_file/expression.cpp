#include "bench/kernels_file/expression.hpp"

#include <functional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/kernels_file/expression_node.hpp"
#include "variants/contract/element_type.hpp"

namespace warpmark::kernels_file {
namespace {

using node = expression::node;

class evaluator {
 public:
  evaluator(const expression& expression, const name_values& names)
      : expression_(expression), names_(names) {}

  parameter_value value(const node& at) const {
    switch (at.what) {
      case operation::literal:
        return at.literal;
      case operation::name:
        return named(at);
      case operation::choose:
        return value(at.operands[number(at.operands[0]) != 0 ? 1 : 2]);
      case operation::both:
        return truth(number(at.operands[0]) != 0 && number(at.operands[1]) != 0);
      case operation::either:
        return truth(number(at.operands[0]) != 0 || number(at.operands[1]) != 0);
      case operation::equal:
        return truth(same(at));
      case operation::unequal:
        return truth(!same(at));
      case operation::element_size:
        return size(at);
      case operation::negate:
        return subtract(at, 0, number(at.operands[0]));
      case operation::invert:
        return truth(number(at.operands[0]) == 0);
      case operation::min:
      case operation::max:
        return extreme(at);
      default:
        return combine(at, number(at.operands[0]), number(at.operands[1]));
    }
  }

  std::int64_t number(const node& at) const {
    const parameter_value result = value(at);
    if (const auto* whole = std::get_if<std::int64_t>(&result)) return *whole;
    refuse(at, fmt::format("'{}' is a name; expected a number", std::get<std::string>(result)));
  }

 private:
  [[noreturn]] void refuse(const node& at, const std::string& why) const {
    std::vector<std::string> values;
    for (const auto& name : expression_.names())
      if (const auto known = names_.find(name))
        values.push_back(fmt::format("{} = {}", name, to_text(*known)));
    refuse_expression(expression_.where(), expression_.text(), at.at,
                      values.empty() ? why : fmt::format("{} ({})", why, fmt::join(values, ", ")));
  }

  static parameter_value truth(bool holds) { return std::int64_t{holds ? 1 : 0}; }

  parameter_value named(const node& at) const {
    const auto& name = std::get<std::string>(at.literal);
    if (const auto found = names_.find(name)) return *found;
    std::vector<std::string> known = limit_names();
    const auto add = [&](const parameters* values) {
      if (values != nullptr)
        for (const auto& [axis, value] : *values) known.insert(known.begin(), axis);
    };
    add(names_.config);
    add(names_.problem);
    refuse(at, fmt::format("no name '{}'{}", name, did_you_mean(name, known)));
  }

  bool same(const node& at) const {
    const auto left = value(at.operands[0]), right = value(at.operands[1]);
    if (left.index() != right.index())
      refuse(at, fmt::format("cannot compare a number and a name: {} and {}", to_text(left),
                             to_text(right)));
    return left == right;
  }

  parameter_value size(const node& at) const {
    const std::string text = to_text(value(at.operands[0]));
    const auto type = parse_element_type(text);
    if (!type) refuse(at, fmt::format("'{}' is not an element type; expected e.g. 'f32'", text));
    return static_cast<std::int64_t>(size_bytes(*type));
  }

  parameter_value extreme(const node& at) const {
    std::int64_t best = number(at.operands[0]);
    for (const auto& operand : at.operands) {
      const std::int64_t other = number(operand);
      if (at.what == operation::min ? other < best : other > best) best = other;
    }
    return best;
  }

  std::int64_t subtract(const node& at, std::int64_t left, std::int64_t right) const {
    std::int64_t result = 0;
    if (__builtin_sub_overflow(left, right, &result))
      refuse(at, "the result needs more than 63 bits");
    return result;
  }

  std::int64_t multiply(const node& at, std::int64_t left, std::int64_t right) const {
    std::int64_t result = 0;
    if (__builtin_mul_overflow(left, right, &result))
      refuse(at, "the result needs more than 63 bits");
    return result;
  }

  std::int64_t add(const node& at, std::int64_t left, std::int64_t right) const {
    std::int64_t result = 0;
    if (__builtin_add_overflow(left, right, &result))
      refuse(at, "the result needs more than 63 bits");
    return result;
  }

  std::int64_t divide(const node& at, std::int64_t left, std::int64_t right) const {
    if (right == 0) refuse(at, "division by zero");
    return right == -1 ? subtract(at, 0, left) : left / right;
  }

  // Towards plus infinity.
  std::int64_t ceiling_divide(const node& at, std::int64_t left, std::int64_t right) const {
    const std::int64_t quotient = divide(at, left, right);
    const bool rest = right != -1 && left % right != 0;
    return rest && (left < 0) == (right < 0) ? quotient + 1 : quotient;
  }

  std::int64_t remainder(const node& at, std::int64_t left, std::int64_t right) const {
    if (right == 0) refuse(at, "division by zero");
    return right == -1 ? 0 : left % right;
  }

  std::int64_t power(const node& at, std::int64_t base, std::int64_t exponent) const {
    if (exponent < 0) refuse(at, "negative exponent");
    // Other bases overflow after at most 63 steps.
    if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    std::int64_t result = 1;
    for (; exponent > 0; --exponent) result = multiply(at, result, base);
    return result;
  }

  parameter_value combine(const node& at, std::int64_t left, std::int64_t right) const {
    switch (at.what) {
      case operation::power:
        return power(at, left, right);
      case operation::multiply:
        return multiply(at, left, right);
      case operation::divide:
        return divide(at, left, right);
      case operation::ceiling_divide:
        return ceiling_divide(at, left, right);
      case operation::remainder:
        return remainder(at, left, right);
      case operation::add:
        return add(at, left, right);
      case operation::subtract:
        return subtract(at, left, right);
      case operation::less:
        return truth(left < right);
      case operation::less_equal:
        return truth(left <= right);
      case operation::greater:
        return truth(left > right);
      default:
        return truth(left >= right);
    }
  }

  const expression& expression_;
  const name_values& names_;
};

void collect_names(const node& at, std::set<std::string>& names) {
  if (at.what == operation::name) names.insert(std::get<std::string>(at.literal));
  for (const auto& operand : at.operands) collect_names(operand, names);
}

}  // namespace

expression::expression(std::string_view text, std::string where)
    : text_(text.substr(0, max_characters + 1)),
      where_(std::move(where)),
      root_(std::make_shared<const node>(parse_expression(text_, where_))) {}

std::set<std::string> expression::names() const {
  std::set<std::string> result;
  collect_names(*root_, result);
  return result;
}

parameter_value expression::value(const name_values& names) const {
  return evaluator(*this, names).value(*root_);
}

std::int64_t expression::integer(const name_values& names) const {
  return evaluator(*this, names).number(*root_);
}

std::uint64_t expression::count(const name_values& names) const {
  const std::int64_t result = integer(names);
  if (result < 0)
    refuse_expression(where_, text_, 0, fmt::format("{} is negative; expected 0 or more", result));
  return static_cast<std::uint64_t>(result);
}

}  // namespace warpmark::kernels_file
