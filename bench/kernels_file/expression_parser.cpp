#include <array>
#include <cctype>
#include <charconv>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/kernels_file/expression_node.hpp"

namespace warpmark::kernels_file {
namespace {

using node = expression::node;

struct binary_operator {
  std::string_view text;
  operation what;
};

// Weakest first; within a level, longer texts first.
constexpr std::array or_level = {binary_operator{"||", operation::either}};
constexpr std::array and_level = {binary_operator{"&&", operation::both}};
constexpr std::array equality_level = {binary_operator{"==", operation::equal},
                                       binary_operator{"!=", operation::unequal}};
constexpr std::array order_level = {
    binary_operator{"<=", operation::less_equal}, binary_operator{">=", operation::greater_equal},
    binary_operator{"<", operation::less}, binary_operator{">", operation::greater}};
constexpr std::array sum_level = {binary_operator{"+", operation::add},
                                  binary_operator{"-", operation::subtract}};
constexpr std::array product_level = {binary_operator{"*", operation::multiply},
                                      binary_operator{"/", operation::divide},
                                      binary_operator{"%", operation::remainder}};
constexpr std::array<std::span<const binary_operator>, 6> levels = {
    or_level, and_level, equality_level, order_level, sum_level, product_level};

struct named_function {
  std::string_view name;
  operation what;
  std::size_t min_operands, max_operands;
};

constexpr std::array functions = {named_function{"min", operation::min, 1, 64},
                                  named_function{"max", operation::max, 1, 64},
                                  named_function{"ceildiv", operation::ceiling_divide, 2, 2},
                                  named_function{"size", operation::element_size, 1, 1}};

// Bounds the stack.
constexpr int max_depth = 200;

class parser {
 public:
  parser(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  node whole() {
    node result = choice();
    skip_blanks();
    if (at_ < text_.size()) refuse(at_, fmt::format("unexpected '{}'", text_.substr(at_, 1)));
    return result;
  }

 private:
  [[noreturn]] void refuse(std::size_t at, const std::string& why) const {
    refuse_expression(where_, text_, at, why);
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  bool take(std::string_view expected) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }

  void need(std::string_view expected) {
    if (!take(expected)) refuse(at_, fmt::format("'{}' is missing", expected));
  }

  node choice() {
    if (++depth_ > max_depth) refuse(at_, "nested too deeply");
    node condition = binary(0);
    const std::size_t at = at_;
    if (take("?")) {
      node yes = choice();
      need(":");
      node no = choice();
      condition = {
          operation::choose, at, {}, {std::move(condition), std::move(yes), std::move(no)}};
    }
    --depth_;
    return condition;
  }

  node binary(std::size_t level) {
    if (level == levels.size()) return unary();
    node left = binary(level + 1);
    for (bool more = true; more;) {
      more = false;
      skip_blanks();
      const std::size_t at = at_;
      for (const auto& item : levels[level])
        if (take(item.text)) {
          node right = binary(level + 1);
          left = {item.what, at, {}, {std::move(left), std::move(right)}};
          more = true;
          break;
        }
    }
    return left;
  }

  node unary() {
    if (++depth_ > max_depth) refuse(at_, "nested too deeply");
    skip_blanks();
    const std::size_t at = at_;
    node result;
    if (take("-"))
      result = {operation::negate, at, {}, {unary()}};
    else if (!text_.substr(at_).starts_with("!=") && take("!"))
      result = {operation::invert, at, {}, {unary()}};
    else
      result = power();
    --depth_;
    return result;
  }

  // Right-associative, with higher precedence than a sign on its left.
  node power() {
    node base = operand();
    skip_blanks();
    const std::size_t at = at_;
    if (!take("^")) return base;
    return {operation::power, at, {}, {std::move(base), unary()}};
  }

  node operand() {
    skip_blanks();
    const std::size_t at = at_;
    if (at == text_.size())
      refuse(at, "a value is missing; expected e.g. 256, block_x or ceildiv(n, 256)");
    if (take("(")) {
      node inside = choice();
      need(")");
      return inside;
    }
    const char first = text_[at];
    if (first == '\'' || first == '"') return quoted(first);
    if (std::isdigit(static_cast<unsigned char>(first)) != 0) return literal();
    if (std::isalpha(static_cast<unsigned char>(first)) != 0 || first == '_') return named();
    refuse(at, fmt::format("'{}' is not a value; expected e.g. 256, block_x or ceildiv(n, 256)",
                           text_.substr(at, 1)));
  }

  node quoted(char quote) {
    const std::size_t at = at_;
    const auto end = text_.find(quote, at + 1);
    if (end == std::string_view::npos) refuse(at, "unterminated quote");
    at_ = end + 1;
    return {operation::literal, at, std::string(text_.substr(at + 1, end - at - 1)), {}};
  }

  node literal() {
    const std::size_t at = at_;
    const bool hexadecimal = text_.substr(at).starts_with("0x");
    const std::size_t digits = hexadecimal ? at + 2 : at;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data() + digits, text_.data() + text_.size(),
                                              value, hexadecimal ? 16 : 10);
    if (error == std::errc::result_out_of_range) refuse(at, "the number needs more than 63 bits");
    if (error != std::errc{}) refuse(at, "'0x' without digits");
    at_ = static_cast<std::size_t>(end - text_.data());
    if (at_ < text_.size() && (std::isalpha(static_cast<unsigned char>(text_[at_])) != 0 ||
                               text_[at_] == '_' || text_[at_] == '.'))
      refuse(at_, "expected an integer without suffix");
    return {operation::literal, at, value, {}};
  }

  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  node named() {
    const std::size_t at = at_;
    const std::string_view name = word();
    if (!take("(")) return {operation::name, at, std::string(name), {}};
    for (const auto& function : functions) {
      if (function.name != name) continue;
      node call{function.what, at, {}, operands()};
      if (call.operands.size() < function.min_operands ||
          call.operands.size() > function.max_operands)
        refuse(at, fmt::format("{}() takes {}{}, not {}", name, function.min_operands,
                               function.max_operands > function.min_operands ? " or more" : "",
                               call.operands.size()));
      return call;
    }
    std::vector<std::string> known;
    known.reserve(functions.size());
    for (const auto& item : functions) known.emplace_back(item.name);
    refuse(at, fmt::format("no function '{}'{}", name, did_you_mean(name, known)));
  }

  std::vector<node> operands() {
    std::vector<node> result;
    if (take(")")) return result;
    do result.push_back(choice());
    while (take(","));
    need(")");
    return result;
  }

  std::string_view text_;
  const std::string& where_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

void refuse_expression(const std::string& where, std::string_view text, std::size_t at,
                       const std::string& why) {
  throw usage_error(fmt::format("{}: '{}', column {}: {}", where, text, at + 1, why));
}

expression::node parse_expression(std::string_view text, const std::string& where) {
  if (text.size() > max_characters)
    refuse_expression(where, "…", 0, fmt::format("longer than {} characters", max_characters));
  return parser(text, where).whole();
}

}  // namespace warpmark::kernels_file
