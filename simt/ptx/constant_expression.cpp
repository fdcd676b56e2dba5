#include "simt/ptx/constant_expression.hpp"

#include <array>
#include <bit>
#include <optional>

namespace warpmark::simt {
namespace {

constexpr int max_constant_depth = 256;

// Binary operators; a longer one comes before those that it begins with.
struct binary_operator {
  std::string_view text;
  int precedence;
};
constexpr std::array<binary_operator, 18> binary_operators = {{{"||", 1},
                                                               {"&&", 2},
                                                               {"|", 3},
                                                               {"^", 4},
                                                               {"&", 5},
                                                               {"==", 6},
                                                               {"!=", 6},
                                                               {"<<", 8},
                                                               {">>", 8},
                                                               {"<=", 7},
                                                               {">=", 7},
                                                               {"<", 7},
                                                               {">", 7},
                                                               {"+", 9},
                                                               {"-", 9},
                                                               {"*", 10},
                                                               {"/", 10},
                                                               {"%", 10}}};

// An intermediate value. Integers are signed unless they are written with U or do not fit.
struct value {
  operand as;
  bool is_unsigned = false;

  bool is_real() const { return as.what == operand::kind::real; }
  std::int64_t integer() const { return static_cast<std::int64_t>(as.bits); }
  double real() const {
    return as.real_type == scalar_type::f32
               ? std::bit_cast<float>(static_cast<std::uint32_t>(as.bits))
               : std::bit_cast<double>(as.bits);
  }
};

value of_integer(std::uint64_t bits, bool is_unsigned) {
  return {{.what = operand::kind::integer, .bits = bits}, is_unsigned};
}
value of_real(double number) {
  return {{.what = operand::kind::real,
           .bits = std::bit_cast<std::uint64_t>(number),
           .real_type = scalar_type::f64}};
}

template <class T>
std::optional<bool> compared(std::string_view op, T a, T b) {
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<") return a < b;
  if (op == ">") return a > b;
  if (op == "<=") return a <= b;
  if (op == ">=") return a >= b;
  return std::nullopt;
}

class reader {
 public:
  explicit reader(token_cursor& at) : at_(at) {}

  value conditional() {
    const value condition = binary(1);
    if (!at_.accept("?")) return condition;
    const nesting guard(*this);
    const value chosen = conditional();
    at_.expect(":");
    const value other = conditional();
    return bits_of(condition) != 0 ? chosen : other;
  }

 private:
  struct nesting {
    explicit nesting(reader& of) : of_(of) {
      if (++of_.depth_ > max_constant_depth) of_.at_.fail("a constant nested too deeply");
    }
    ~nesting() { --of_.depth_; }
    reader& of_;
  };

  std::uint64_t bits_of(const value& from) const {
    if (from.is_real()) at_.fail("expected an integer constant");
    return from.as.bits;
  }

  // The operator here, if it binds at least as tightly; it is taken.
  std::optional<binary_operator> take_operator(int precedence) {
    for (const binary_operator& op : binary_operators) {
      bool matches = true;
      for (std::size_t i = 0; i < op.text.size(); ++i)
        matches = matches && at_.peek(i).is(op.text.substr(i, 1));
      if (!matches) continue;
      if (op.precedence < precedence) return std::nullopt;
      for (std::size_t i = 0; i < op.text.size(); ++i) at_.take();
      return op;
    }
    return std::nullopt;
  }

  value binary(int precedence) {
    const nesting guard(*this);
    value left = unary();
    while (const auto op = take_operator(precedence))
      left = combined(op->text, left, binary(op->precedence + 1));
    return left;
  }

  value unary() {
    const nesting guard(*this);
    if (at_.accept("+")) return unary();
    if (at_.accept("-")) {
      const value from = unary();
      // A hexadecimal float keeps its type.
      if (from.is_real()) return negated(from);
      return of_integer(0 - from.as.bits, from.is_unsigned);
    }
    if (at_.accept("!")) return of_integer(bits_of(unary()) == 0 ? 1 : 0, false);
    if (at_.accept("~")) {
      const value from = unary();
      return of_integer(~bits_of(from), from.is_unsigned);
    }
    return primary();
  }

  static value negated(value from) {
    from.as.bits ^= std::uint64_t{1} << (from.as.real_type == scalar_type::f32 ? 31 : 63);
    return from;
  }

  value primary() {
    if (at_.accept("(")) {
      const bool to_signed = at_.accept(".s64");
      if (to_signed || at_.accept(".u64")) {
        at_.expect(")");
        return of_integer(bits_of(unary()), !to_signed);
      }
      const value inner = conditional();
      at_.expect(")");
      return inner;
    }
    if (at_.accept("WARP_SZ")) return of_integer(32, false);
    const bool suffixed = at_.peek().text.ends_with('U');
    const operand number = at_.literal();
    const bool large = number.what == operand::kind::integer && number.bits >> 63 != 0;
    return {number, suffixed || large};
  }

  value combined(std::string_view op, const value& left, const value& right) const {
    if (left.is_real() != right.is_real()) at_.fail("a constant of an integer and a float");
    if (left.is_real()) return of_reals(op, left.real(), right.real());
    const std::uint64_t a = left.as.bits, b = right.as.bits;
    if (op == "||") return of_integer(a != 0 || b != 0 ? 1 : 0, false);
    if (op == "&&") return of_integer(a != 0 && b != 0 ? 1 : 0, false);
    const bool is_unsigned = left.is_unsigned || right.is_unsigned;
    const auto relation =
        is_unsigned ? compared(op, a, b) : compared(op, left.integer(), right.integer());
    if (relation) return of_integer(*relation ? 1 : 0, false);
    // The assembler of CUDA 13.0 takes the lower six bits of a shift's amount.
    if (op == "<<") return of_integer(a << (b & 63), left.is_unsigned);
    if (op == ">>" && left.is_unsigned) return of_integer(a >> (b & 63), true);
    if (op == ">>")
      return of_integer(static_cast<std::uint64_t>(left.integer() >> (b & 63)), false);
    return of_integer(arithmetic(op, a, b, is_unsigned), is_unsigned);
  }

  std::uint64_t arithmetic(std::string_view op, std::uint64_t a, std::uint64_t b,
                           bool is_unsigned) const {
    if (op == "|") return a | b;
    if (op == "^") return a ^ b;
    if (op == "&") return a & b;
    if (op == "+") return a + b;
    if (op == "-") return a - b;
    if (op == "*") return a * b;
    if (b == 0) at_.fail("a constant divided by 0");
    if (is_unsigned) return op == "/" ? a / b : a % b;
    if (b == ~std::uint64_t{0}) return op == "/" ? 0 - a : 0;  // The smallest integer overflows.
    const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
    return static_cast<std::uint64_t>(op == "/" ? x / y : x % y);
  }

  value of_reals(std::string_view op, double a, double b) const {
    if (const auto relation = compared(op, a, b)) return of_integer(*relation ? 1 : 0, false);
    if (op == "+") return of_real(a + b);
    if (op == "-") return of_real(a - b);
    if (op == "*") return of_real(a * b);
    if (op == "/") return of_real(a / b);
    at_.fail("an operator that floats do not have");
  }

  token_cursor& at_;
  int depth_ = 0;
};

}  // namespace

bool begins_constant(const token_cursor& at) {
  if (at.peek().what == token::kind::number) return true;
  for (const char* text : {"-", "+", "~", "(", "WARP_SZ"})
    if (at.peek().is(text)) return true;
  return at.peek().is("!") && (at.peek(1).what == token::kind::number || at.peek(1).is("("));
}

operand constant_expression(token_cursor& at) { return reader(at).conditional().as; }

std::uint64_t integer_expression(token_cursor& at) {
  const operand result = constant_expression(at);
  if (result.what != operand::kind::integer) at.fail("expected an integer constant");
  return result.bits;
}

}  // namespace warpmark::simt
