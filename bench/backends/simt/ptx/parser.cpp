#include "bench/backends/simt/ptx/parser.hpp"

#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "bench/backends/simt/errors.hpp"
#include "bench/backends/simt/ptx/lexer.hpp"
#include "bench/backends/simt/ptx/name_scopes.hpp"

namespace warpmark::simt {
namespace {

class parser {
 public:
  explicit parser(std::string_view text) : text_(text), tokens_(tokenize(text)) {}

  ptx_module run() {
    while (peek().what != token::kind::end) top_level();
    return std::move(module_);
  }

 private:
  const token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  const token& take() { return tokens_[std::min(at_++, tokens_.size() - 1)]; }
  bool accept(std::string_view text) {
    if (!peek().is(text)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) fail(fmt::format("expected '{}' before '{}'", text, peek().text));
  }

  [[noreturn]] void fail(const std::string& why) const {
    const int line = peek().line;
    std::size_t begin = 0;
    for (int i = 1; i < line; ++i) begin = text_.find('\n', begin) + 1;
    const auto shown = text_.substr(begin, text_.find('\n', begin) - begin);
    throw parse_error(fmt::format("PTX line {}: {} in: {}", line, why, shown));
  }

  void skip_line() {
    for (const int line = peek().line; peek().line == line && peek().what != token::kind::end;)
      ++at_;
  }

  void top_level() {
    if (accept(".version")) {
      module_.version = fmt::format("{}{}", take().text, take().text);
    } else if (peek().is(".file")) {
      file();
    } else if (accept(".target")) {
      module_.target = take().text;
      skip_rest_of(",");
    } else if (peek().is(".address_size") || peek().is(".pragma")) {
      skip_line();
    } else if (accept(".section")) {
      while (!accept("}")) ++at_;
    } else {
      declaration();
    }
  }

  void skip_rest_of(std::string_view separator) {
    while (accept(separator)) ++at_;
  }

  void file() {
    expect(".file");
    const int index = static_cast<int>(integer());
    module_.files[index] = take().text;
    while (accept(",")) integer();
  }

  void declaration() {
    bool external = false;
    for (;;) {
      if (accept(".extern")) {
        external = true;
      } else if (!accept(".visible") && !accept(".weak") && !accept(".common")) {
        break;
      }
    }
    if (accept(".entry")) return function(true);
    if (accept(".func")) return function(false);
    const auto space = storage_space();
    if (!space) fail(fmt::format("unknown directive '{}'", peek().text));
    do {
      module_.variables.push_back(variable(*space, external));
    } while (accept(","));
    expect(";");
  }

  std::optional<state_space> storage_space() {
    const std::string_view text = peek().text;
    std::optional<state_space> result;
    if (text == ".global") result = state_space::global;
    if (text == ".shared") result = state_space::shared;
    if (text == ".const") result = state_space::constant;
    if (text == ".local") result = state_space::local;
    if (text == ".param") result = state_space::param;
    if (result) ++at_;
    return result;
  }

  // After the space: alignment, type, name, extents, initial values.
  ptx_variable variable(state_space space, bool external) {
    ptx_variable result{.space = space, .external = external};
    std::optional<scalar_type> type;
    std::size_t vector_width = 1;
    bool aligned = false;
    while (peek().text.starts_with(".")) {
      const std::string_view word = take().text;
      if (word == ".align") {
        result.align = integer();
        aligned = true;
      } else if (word == ".v2" || word == ".v4") {
        vector_width = word == ".v2" ? 2 : 4;
      } else if (const auto parsed = parse_scalar_type(word.substr(1))) {
        type = parsed;
      } else if (word != ".ptr" && word != ".global" && word != ".shared" && word != ".const" &&
                 word != ".local") {
        fail(fmt::format("unknown attribute '{}'", word));
      }
    }
    if (!type) fail("a variable without a type");
    const std::size_t element = size_of(*type) * vector_width;
    if (!aligned) result.align = element;
    result.name = take().text;
    result.size = element;
    while (accept("[")) {
      const std::size_t extent = peek().is("]") ? 0 : integer();
      result.size *= extent;
      expect("]");
    }
    if (accept("=")) initial_values(result, size_of(*type), is_float(*type));
    return result;
  }

  void initial_values(ptx_variable& to, std::size_t element, bool real) {
    if (accept("{")) {
      while (!accept("}")) {
        initial_values(to, element, real);
        accept(",");
      }
      return;
    }
    if (peek().what == token::kind::word) {
      const bool generic = accept("generic");
      if (generic) expect("(");
      to.addresses.emplace_back(to.initial.size(), std::string(take().text));
      if (generic) expect(")");
      to.initial.resize(to.initial.size() + 8);
      return;
    }
    const operand value = literal();
    std::uint64_t bits = value.bits;
    if (real && element == 4 && value.real_type == scalar_type::f64) {
      double wide;
      std::memcpy(&wide, &bits, 8);
      const float narrow = static_cast<float>(wide);
      bits = 0;
      std::memcpy(&bits, &narrow, 4);
    }
    const auto* bytes = reinterpret_cast<const std::byte*>(&bits);
    to.initial.insert(to.initial.end(), bytes, bytes + element);
  }

  std::uint64_t integer() { return literal().bits; }

  operand literal() {
    const bool negative = accept("-");
    const token& number = take();
    std::string_view text = number.text;
    operand result{.what = operand::kind::integer};
    if (number.what != token::kind::number) fail(fmt::format("'{}' is no number", text));
    const char mark = text.size() > 1 && text[0] == '0' ? text[1] : ' ';
    int base = 10;
    if (mark == 'f' || mark == 'F' || mark == 'd' || mark == 'D') {
      result.what = operand::kind::real;
      result.real_type = mark == 'f' || mark == 'F' ? scalar_type::f32 : scalar_type::f64;
      text.remove_prefix(2), base = 16;
    } else if (mark == 'x' || mark == 'X') {
      text.remove_prefix(2), base = 16;
    } else if (mark == 'b' || mark == 'B') {
      text.remove_prefix(2), base = 2;
    } else if (mark >= '0' && mark <= '7') {
      text.remove_prefix(1), base = 8;
    }
    if (text.ends_with('U')) text.remove_suffix(1);
    const auto end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, result.bits, base);
    if (parsed.ec != std::errc{} || parsed.ptr != end)
      fail(fmt::format("'{}' is no number", number.text));
    if (negative) result.bits = 0 - result.bits;
    return result;
  }

  std::vector<ptx_variable> parameter_list() {
    std::vector<ptx_variable> result;
    if (!accept("(")) return result;
    while (!accept(")")) {
      expect(".param");
      result.push_back(variable(state_space::param, false));
      accept(",");
    }
    return result;
  }

  void function(bool entry) {
    ptx_function result{.entry = entry};
    if (!entry) result.results = parameter_list();
    result.name = take().text;
    result.parameters = parameter_list();
    // .maxntid, .minnctapersm, .noreturn …: they bind the machine code, not the meaning.
    while (!peek().is(";") && !peek().is("{")) ++at_;
    if (accept(";")) {
      module_.functions.emplace(result.name, std::move(result));
      return;
    }
    expect("{");
    body(result);
    result.defined = true;
    module_.functions[result.name] = std::move(result);
  }

  void body(ptx_function& into) {
    function_ = &into;
    scopes_ = name_scopes();
    place_ = {};
    labels_.clear();
    for (;;) {
      if (accept("{")) {
        scopes_.open();
      } else if (accept("}")) {
        if (scopes_.outermost()) break;
        scopes_.close();
      } else if (accept(";")) {
        continue;
      } else if (peek().text.starts_with(".")) {
        body_directive();
      } else if (peek(1).is(":")) {
        scopes_.declare_label(take().text, static_cast<std::uint32_t>(into.body.size()));
        ++at_;
      } else {
        instruction();
      }
    }
    for (const auto& use : labels_) resolve_labels(into, use);
    function_ = nullptr;
  }

  struct label_use {
    std::size_t statement, scope;
  };

  void resolve_labels(ptx_function& into, const label_use& use) {
    for (operand& each : into.body[use.statement].operands)
      if (each.what == operand::kind::label) {
        const auto found = scopes_.find_label(each.name, use.scope);
        if (!found)
          throw parse_error(fmt::format("PTX line {}: no label '{}'",
                                        into.body[use.statement].ptx_line, each.name));
        each.index = *found;
      }
  }

  void body_directive() {
    if (accept(".reg")) return registers();
    if (peek().is(".loc")) return location();
    if (peek().is(".pragma")) return skip_line();
    const auto space = storage_space();
    if (!space) fail(fmt::format("unknown directive '{}'", peek().text));
    do {
      ptx_variable declared = variable(*space, false);
      declared.name = scopes_.declare_variable(declared.name);
      function_->locals.push_back(std::move(declared));
    } while (accept(","));
    expect(";");
  }

  void registers() {
    const std::string_view word = take().text;
    const auto type = parse_scalar_type(word.substr(1));
    if (!type) fail(fmt::format("registers of type '{}' are not supported", word));
    do {
      const std::string_view name = take().text;
      const auto first = static_cast<std::uint32_t>(function_->registers.size());
      std::uint32_t count = 1;
      if (accept("<")) {
        count = static_cast<std::uint32_t>(integer());
        expect(">");
        scopes_.declare_registers(name, count, first);
      } else {
        scopes_.declare_register(name, first);
      }
      function_->registers.insert(function_->registers.end(), count, *type);
    } while (accept(","));
    expect(";");
  }

  // Line 0 marks code that belongs to no line: the line before stays the better answer.
  void location() {
    const int line = peek().line;
    expect(".loc");
    const int file_index = static_cast<int>(integer());
    const int source_line = static_cast<int>(integer());
    if (source_line != 0) place_ = {file_index, source_line};
    while (peek().line == line && peek().what != token::kind::end) ++at_;
  }

  void instruction() {
    statement result{.ptx_line = peek().line, .place = place_};
    if (accept("@")) {
      const bool negated = accept("!");
      result.guard = simple_operand();
      result.guard->negated = negated;
    }
    std::string_view word = take().text;
    const auto dot = word.find('.');
    result.opcode = word.substr(0, dot);
    while (word.find('.') != std::string_view::npos) {
      word.remove_prefix(word.find('.') + 1);
      result.modifiers.emplace_back(word.substr(0, word.find('.')));
    }
    const bool jumps = result.opcode == "bra" || result.opcode == "brx";
    if (jumps) labels_.push_back({function_->body.size(), scopes_.current()});
    while (!accept(";")) {
      result.operands.push_back(jumps && peek().what == token::kind::word &&
                                        !peek().text.starts_with('%')
                                    ? label()
                                    : full_operand());
      if (!peek().is(";")) expect(",");
    }
    function_->body.push_back(std::move(result));
  }

  operand label() { return {.what = operand::kind::label, .name = std::string(take().text)}; }

  operand full_operand() {
    if (peek().is("{")) return list("{", "}");
    if (peek().is("(")) return list("(", ")");
    if (accept("[")) {
      operand result{.what = operand::kind::address};
      result.parts.push_back(simple_operand());
      if (accept("+"))
        result.offset = static_cast<std::int64_t>(integer());
      else if (peek().is("-"))
        result.offset = static_cast<std::int64_t>(integer());
      expect("]");
      return result;
    }
    operand first = simple_operand();
    if (accept("|")) {
      operand both{.what = operand::kind::pair};
      both.parts.push_back(std::move(first));
      both.parts.push_back(simple_operand());
      return both;
    }
    return first;
  }

  operand list(std::string_view open, std::string_view close) {
    expect(open);
    operand result{.what = operand::kind::list};
    while (!accept(close)) {
      result.parts.push_back(simple_operand());
      accept(",");
    }
    return result;
  }

  operand simple_operand() {
    if (accept("!")) {
      operand result = simple_operand();
      result.negated = true;
      return result;
    }
    if (peek().is("-") || peek().what == token::kind::number) return literal();
    const token& word = take();
    if (word.what != token::kind::word) fail(fmt::format("unexpected '{}'", word.text));
    if (word.text == "_") return {};
    if (word.text == "WARP_SZ") return {.what = operand::kind::integer, .bits = 32};
    if (const auto found = scopes_.find_register(word.text))
      return {.what = operand::kind::reg, .index = *found};
    if (word.text.starts_with('%'))
      return {.what = operand::kind::special, .name = std::string(word.text)};
    operand result{.what = operand::kind::variable};
    result.name = scopes_.find_variable(word.text).value_or(std::string(word.text));
    if (peek().is("+") && peek(1).what == token::kind::number) {
      ++at_;
      result.offset = static_cast<std::int64_t>(integer());
    }
    return result;
  }

  std::string_view text_;
  std::vector<token> tokens_;
  std::size_t at_ = 0;
  ptx_module module_;
  ptx_function* function_ = nullptr;
  name_scopes scopes_;
  source_place place_;
  std::vector<label_use> labels_;
};

}  // namespace

ptx_module parse_ptx(std::string_view text) { return parser(text).run(); }

}  // namespace warpmark::simt
