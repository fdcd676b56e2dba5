#include "simt/ptx/body_parser.hpp"

#include <fmt/format.h>

#include "simt/errors.hpp"
#include "simt/ptx/variable_parser.hpp"

namespace warpmark::simt {
namespace {

constexpr std::uint64_t max_registers = 1 << 20;

// "ex2.approx.f32.ftz" is "ex2.approx.ftz.f32": the assembler takes some modifiers after the type,
// which decoding expects at the end.
void put_type_last(std::vector<std::string>& modifiers) {
  if (modifiers.size() < 2) return;
  const std::string& last = modifiers.back();
  if ((last == "ftz" || last == "sat" || last == "relu") &&
      parse_scalar_type(modifiers[modifiers.size() - 2]))
    std::swap(modifiers.back(), modifiers[modifiers.size() - 2]);
}

}  // namespace

void body_parser::run() {
  std::string label;
  for (;;) {
    if (at_.at_end()) at_.fail("an unterminated function body");
    if (at_.accept("{")) {
      scopes_.open();
    } else if (at_.accept("}")) {
      if (scopes_.outermost()) break;
      scopes_.close();
    } else if (at_.accept(";")) {
      continue;
    } else if (at_.peek(1).is(":")) {
      label = at_.take().text;
      scopes_.declare_label(label, static_cast<std::uint32_t>(into_.body.size()));
      at_.take();
      continue;
    } else if (at_.peek().text.starts_with(".")) {
      directive(label);
    } else {
      instruction();
    }
    label.clear();
  }
  for (const auto& use : uses_) resolve_labels(use);
}

void body_parser::resolve_label(operand& label, std::size_t scope, int ptx_line) const {
  const auto found = scopes_.find_label(label.name, scope);
  if (!found) throw parse_error(fmt::format("PTX line {}: no label '{}'", ptx_line, label.name));
  label.index = *found;
}

void body_parser::resolve_labels(const label_use& use) {
  statement& user = into_.body[use.statement];
  if (user.opcode != "brx") {
    for (operand& item : user.operands)
      if (item.what == operand::kind::label) resolve_label(item, use.scope, user.ptx_line);
    return;
  }
  // brx.idx names a table; its labels take the table's place.
  for (operand& item : user.operands) {
    if (item.what != operand::kind::label) continue;
    const auto table = tables_.find(item.name);
    if (table == tables_.end())
      throw parse_error(
          fmt::format("PTX line {}: no .branchtargets '{}'", user.ptx_line, item.name));
    item = {.what = operand::kind::list, .parts = table->second.labels};
    for (operand& target : item.parts) resolve_label(target, table->second.scope, user.ptx_line);
  }
}

void body_parser::directive(const std::string& label) {
  if (at_.accept(".reg")) return registers();
  if (at_.peek().is(".loc")) return location();
  if (at_.accept(".pragma")) return at_.skip_past(";");
  if (at_.accept(".branchtargets")) return branch_targets(label);
  // The possible targets and the prototype of a call; the callee has its own declaration.
  if (at_.accept(".calltargets") || at_.accept(".callprototype")) return at_.skip_past(";");
  const auto space = parse_storage_space(at_);
  if (!space) at_.fail(fmt::format("unknown directive '{}'", at_.peek().text));
  do {
    ptx_variable declared = parse_variable(at_, *space, false);
    declared.name = scopes_.declare_variable(declared.name);
    into_.locals.push_back(std::move(declared));
  } while (at_.accept(","));
  at_.expect(";");
}

void body_parser::branch_targets(const std::string& name) {
  if (name.empty()) at_.fail(".branchtargets without a label");
  label_table table{.scope = scopes_.current()};
  do {
    table.labels.push_back(label());
  } while (at_.accept(","));
  at_.expect(";");
  tables_[name] = std::move(table);
}

void body_parser::registers() {
  const std::uint32_t parts = at_.accept(".v2") ? 2 : at_.accept(".v4") ? 4 : 1;
  const std::string_view word = at_.take().text;
  const auto type = parse_scalar_type(word.substr(word.starts_with(".") ? 1 : 0));
  if (!type) at_.fail(fmt::format("registers of type '{}' are not supported", word));
  do {
    const std::string_view name = at_.take().text;
    const auto first = static_cast<std::uint32_t>(into_.registers.size());
    std::uint32_t count = 1;
    if (at_.accept("<")) {
      count = static_cast<std::uint32_t>(at_.integer_up_to(max_registers, "register count"));
      at_.expect(">");
      scopes_.declare_registers(name, count, first, parts);
    } else {
      scopes_.declare_register(name, first, parts);
    }
    into_.registers.insert(into_.registers.end(), std::size_t{count} * parts, *type);
    if (into_.registers.size() > max_registers) at_.fail("too many registers");
  } while (at_.accept(","));
  at_.expect(";");
}

// Line 0 marks code that belongs to no line: the previous line is kept as the better estimate.
void body_parser::location() {
  at_.expect(".loc");
  const source_place place = locations_.read(at_);
  if (place.line != 0) place_ = place;
}

void body_parser::instruction() {
  statement result{.ptx_line = at_.peek().line, .place = place_};
  if (at_.accept("@")) {
    const bool negated = at_.accept("!");
    result.guard = simple_operand();
    result.guard->negated = negated;
  }
  const token& first = at_.take();
  if (first.what != token::kind::word) at_.fail(fmt::format("unexpected '{}'", first.text));
  std::string_view word = first.text;
  result.opcode = word.substr(0, word.find('.'));
  while (word.find('.') != std::string_view::npos) {
    word.remove_prefix(word.find('.') + 1);
    result.modifiers.emplace_back(word.substr(0, word.find('.')));
  }
  put_type_last(result.modifiers);
  const bool jumps = result.opcode == "bra" || result.opcode == "brx";
  calls_ = result.opcode == "call";
  if (jumps) uses_.push_back({into_.body.size(), scopes_.current()});
  while (!at_.accept(";")) {
    result.operands.push_back(full_operand(jumps));
    if (!at_.peek().is(";")) at_.expect(",");
  }
  if (result.opcode == "mov" && (result.has("v2") || result.has("v4"))) return vector_move(result);
  into_.body.push_back(std::move(result));
}

// "mov.v4.u32 {%r1, %r2, %r3, %r4}, %tid;": a mov for each part.
void body_parser::vector_move(const statement& vector) {
  if (vector.operands.size() != 2) at_.fail("mov with other than two operands");
  const operand &to = vector.operands[0], &from = vector.operands[1];
  const std::size_t parts = vector.has("v2") ? 2 : 4;
  const bool special = from.what == operand::kind::special;
  if (to.parts.size() != parts || (!special && from.parts.size() != parts))
    at_.fail("a vector of another length");
  for (std::size_t i = 0; i < parts; ++i) {
    statement part = vector;
    part.modifiers = {vector.modifiers.back()};
    operand source = special ? from : from.parts[i];
    // The fourth part of special registers is unused: it is 0.
    if (special && i == 3) source = {.what = operand::kind::integer};
    if (special && i < 3) source.name += fmt::format(".{}", "xyz"[i]);
    for (std::size_t j = 0; j < i; ++j)
      if (to.parts[j].what == operand::kind::reg && source.what == operand::kind::reg &&
          to.parts[j].index == source.index)
        at_.fail("a vector that is moved onto its own parts");
    part.operands = {to.parts[i], std::move(source)};
    into_.body.push_back(std::move(part));
  }
}

}  // namespace warpmark::simt
