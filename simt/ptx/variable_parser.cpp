#include "simt/ptx/variable_parser.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "simt/ptx/constant_expression.hpp"

namespace warpmark::simt {
namespace {

constexpr std::uint64_t max_bytes = std::uint64_t{1} << 40;
constexpr std::size_t max_nesting = 64;

struct written_type {
  scalar_type scalar;
  std::size_t lanes = 1;  ///< 2 or 4 for a vector.
};

// Attributes before the name. Those after `.ptr` describe the memory pointed to.
written_type parse_attributes(token_cursor& at, ptx_variable& into, bool& aligned) {
  std::optional<scalar_type> type;
  written_type result{};
  bool pointee = false;
  while (at.peek().text.starts_with(".") && at.peek().what == token::kind::word) {
    const std::string_view word = at.peek().text;
    at.take();
    if (word == ".align") {
      const std::size_t align = at.integer_up_to(1 << 20, "alignment");
      if (!std::has_single_bit(align)) at.fail(fmt::format("alignment {}", align));
      if (pointee) continue;
      into.align = align;
      aligned = true;
    } else if (word == ".v2" || word == ".v4") {
      result.lanes = word == ".v2" ? 2 : 4;
    } else if (const auto parsed = parse_scalar_type(word.substr(1))) {
      type = parsed;
    } else if (word == ".ptr") {
      pointee = true;
    } else if (word == ".attribute") {
      at.skip_parentheses();
    } else if (!pointee ||
               (word != ".global" && word != ".shared" && word != ".const" && word != ".local")) {
      at.fail(fmt::format("unknown attribute '{}'", word));
    }
  }
  if (!type) at.fail("a variable without a type");
  result.scalar = *type;
  return result;
}

// "name" or "generic(name)", each with "+offset": the offset is added when the module is loaded.
ptx_address_value parse_address(token_cursor& at) {
  const bool generic = at.accept("generic");
  if (generic) at.expect("(");
  ptx_address_value value{.at = 0, .name = std::string(at.take().text)};
  if (generic) at.expect(")");
  if (at.accept("+") || at.peek().is("-")) value.offset = integer_expression(at);
  return value;
}

// Reads the values of a variable in their order.
class initial_values {
 public:
  // `strides`: bytes of the variable's elements, of their elements, and so on.
  initial_values(token_cursor& at, ptx_variable& to, scalar_type type,
                 std::vector<std::size_t> strides)
      : at_(at), to_(to), type_(type), strides_(std::move(strides)) {
    if (size_of(type) > 8) at_.fail("initial values of more than 64 bits");
  }

  // "{{1, 2}, {3}}": an array of its own is filled with zeros.
  void read(std::size_t depth = 0) {
    if (depth > max_nesting) at_.fail("initial values nested too deeply");
    if (!at_.accept("{")) return one();
    const std::size_t begin = to_.initial.size();
    while (!at_.accept("}")) {
      read(depth + 1);
      if (!at_.peek().is("}")) at_.expect(",");
    }
    if (depth == 0 || depth > strides_.size()) return;
    if (to_.initial.size() - begin > strides_[depth - 1]) at_.fail("too many initial values");
    to_.initial.resize(begin + strides_[depth - 1]);
  }

 private:
  void one() {
    const std::size_t element = size_of(type_);
    if (!begins_constant(at_)) return address(parse_address(at_), 8);
    const operand value = constant_expression(at_);
    if (at_.peek().is("(") && element == 1) return address_byte(value.bits);
    std::uint64_t bits = value.bits;
    if (is_float(type_) && element == 4 && value.what == operand::kind::real &&
        value.real_type == scalar_type::f64)
      bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
    const auto* bytes = reinterpret_cast<const std::byte*>(&bits);
    to_.initial.insert(to_.initial.end(), bytes, bytes + element);
  }

  // "0xff00(name)", as in structures that are packed.
  void address_byte(std::uint64_t mask) {
    const auto first = static_cast<unsigned>(std::countr_zero(mask)) & 63;
    if (first % 8 != 0 || mask != std::uint64_t{0xff} << first)
      at_.fail("expected the mask of a byte");
    at_.expect("(");
    ptx_address_value value = parse_address(at_);
    at_.expect(")");
    value.first_byte = first / 8;
    address(std::move(value), 1);
  }

  void address(ptx_address_value value, unsigned bytes) {
    value.at = to_.initial.size();
    value.bytes = bytes;
    to_.addresses.push_back(std::move(value));
    to_.initial.resize(to_.initial.size() + bytes);
  }

  token_cursor& at_;
  ptx_variable& to_;
  scalar_type type_;
  std::vector<std::size_t> strides_;
};

}  // namespace

std::optional<state_space> parse_storage_space(token_cursor& at) {
  const std::string_view text = at.peek().text;
  std::optional<state_space> result;
  if (text == ".global") result = state_space::global;
  if (text == ".shared" || text == ".shared::cta") result = state_space::shared;
  if (text == ".const") result = state_space::constant;
  if (text == ".local") result = state_space::local;
  if (text == ".param") result = state_space::param;
  if (result) at.take();
  return result;
}

ptx_variable parse_variable(token_cursor& at, state_space space, bool external) {
  ptx_variable result{.space = space, .external = external};
  bool aligned = false;
  const written_type type = parse_attributes(at, result, aligned);
  const std::size_t element = size_of(type.scalar) * type.lanes;
  if (!aligned) result.align = element;
  result.name = at.take().text;
  std::vector<std::size_t> extents;
  while (at.accept("[")) {
    if (!at.peek().is("]"))
      extents.push_back(at.integer_up_to(max_bytes, "extent"));
    else if (extents.empty())
      extents.push_back(0);
    else
      at.fail("an extent that is not given");
    at.expect("]");
  }
  result.size = type.lanes * size_of(type.scalar);
  std::vector<std::size_t> strides(extents.size());
  if (type.lanes > 1) strides.push_back(size_of(type.scalar));
  for (std::size_t i = extents.size(); i-- > 0;) {
    strides[i] = result.size;
    if (result.size != 0 && extents[i] > max_bytes / result.size)
      at.fail(fmt::format("'{}' is larger than {} bytes", result.name, max_bytes));
    result.size *= extents[i];
  }
  if (at.accept("=")) initial_values(at, result, type.scalar, std::move(strides)).read();
  // "x[] = {…}" is as large as its values.
  if (!extents.empty() && extents[0] == 0 && !external)
    result.size = std::max(result.size, result.initial.size());
  return result;
}

std::vector<ptx_variable> parse_parameter_list(token_cursor& at) {
  std::vector<ptx_variable> result;
  if (!at.accept("(")) return result;
  while (!at.accept(")")) {
    // A device function may take a register, as in hand-written PTX.
    if (at.accept(".reg")) at.fail("parameters in registers are not supported");
    at.expect(".param");
    result.push_back(parse_variable(at, state_space::param, false));
    if (!at.peek().is(")")) at.expect(",");
  }
  return result;
}

}  // namespace warpmark::simt
