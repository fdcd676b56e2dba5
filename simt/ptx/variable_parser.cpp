#include "simt/ptx/variable_parser.hpp"

#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace warpmark::simt {
namespace {

constexpr std::uint64_t max_bytes = std::uint64_t{1} << 40;
constexpr int deepest_nesting = 64;

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

// "name", "generic(name)", each with "+offset": the offset is added when the module is loaded.
void parse_address_value(token_cursor& at, ptx_variable& to) {
  const bool generic = at.accept("generic");
  if (generic) at.expect("(");
  ptx_address_value value{.at = to.initial.size(), .name = std::string(at.take().text)};
  if (generic) at.expect(")");
  if (at.accept("+") || at.peek().is("-")) value.offset = at.integer();
  to.addresses.push_back(std::move(value));
  to.initial.resize(to.initial.size() + 8);
}

void parse_initial_values(token_cursor& at, ptx_variable& to, const scalar_type type, int depth) {
  if (depth > deepest_nesting) at.fail("initial values nested too deeply");
  if (at.accept("{")) {
    while (!at.accept("}")) {
      parse_initial_values(at, to, type, depth + 1);
      if (!at.peek().is("}")) at.expect(",");
    }
    return;
  }
  if (at.peek().what == token::kind::word) return parse_address_value(at, to);
  const operand value = at.literal();
  const std::size_t element = size_of(type);
  std::uint64_t bits = value.bits;
  if (is_float(type) && element == 4 && value.what == operand::kind::real &&
      value.real_type == scalar_type::f64)
    bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
  const auto* bytes = reinterpret_cast<const std::byte*>(&bits);
  to.initial.insert(to.initial.end(), bytes, bytes + element);
}

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
  result.size = element;
  while (at.accept("[")) {
    const std::size_t extent = at.peek().is("]") ? 0 : at.integer_up_to(max_bytes, "extent");
    if (result.size != 0 && extent > max_bytes / result.size)
      at.fail(fmt::format("'{}' is larger than {} bytes", result.name, max_bytes));
    result.size *= extent;
    at.expect("]");
  }
  if (at.accept("=")) parse_initial_values(at, result, type.scalar, 0);
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
