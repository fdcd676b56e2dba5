#include "simt/ptx/alignment.hpp"

#include <algorithm>
#include <bit>

namespace warpmark::simt {
namespace {

constexpr unsigned max_bits = 7;

unsigned zero_bits_of(std::uint64_t value) {
  return std::min(static_cast<unsigned>(std::countr_zero(value)), max_bits);
}

// A forward data-flow analysis without regard to order: what holds for all definitions of a
// register holds for its value. It starts from "all bits are zero" and weakens until stable.
class alignment_analysis {
 public:
  explicit alignment_analysis(const flat_program& program)
      : program_(program), bits_(program.registers.size(), max_bits) {}

  std::vector<std::uint8_t> run() {
    std::vector<bool> defined(bits_.size());
    for (const flat_statement& statement : program_.statements)
      for_each_result(statement, [&](std::uint32_t to) { defined[to] = true; });
    for (std::size_t i = 0; i < bits_.size(); ++i)
      if (!defined[i]) bits_[i] = 0;
    while (weaken()) {
    }
    return bits_;
  }

 private:
  template <class Visit>
  void for_each_result(const flat_statement& flat_statement, Visit&& visit) const {
    if (flat_statement.source->operands.empty()) return;
    const std::uint32_t first = program_.frames[flat_statement.frame].first_register;
    const operand& to = flat_statement.source->operands[0];
    if (to.what == operand::kind::reg) visit(first + to.index);
    for (const operand& part : to.parts)
      if (to.what != operand::kind::address && part.what == operand::kind::reg)
        visit(first + part.index);
  }

  bool weaken() {
    bool changed = false;
    for (const flat_statement& statement : program_.statements) {
      if (statement.source->operands.empty()) continue;
      // Stores and similar have a source there. Treating it as a result is conservative.
      const unsigned known = result_bits(statement);
      for_each_result(statement, [&](std::uint32_t to) {
        if (known >= bits_[to] || is_store(*statement.source)) return;
        bits_[to] = static_cast<std::uint8_t>(known);
        changed = true;
      });
    }
    return changed;
  }

  static bool is_store(const statement& statement) {
    return statement.opcode == "st" || statement.opcode == "red";
  }

  unsigned operand_bits(const flat_statement& flat_statement, std::size_t i) const {
    if (i >= flat_statement.source->operands.size()) return 0;
    const operand& from = flat_statement.source->operands[i];
    switch (from.what) {
      case operand::kind::reg:
        return bits_[program_.frames[flat_statement.frame].first_register + from.index];
      case operand::kind::integer:
        return zero_bits_of(from.bits);
      case operand::kind::variable: {
        const variable_place* place = program_.find(flat_statement.frame, from.name);
        if (!place || place->space != state_space::shared) return 0;
        return zero_bits_of(place->address + static_cast<std::uint64_t>(from.offset));
      }
      default:
        return 0;
    }
  }

  unsigned result_bits(const flat_statement& flat_statement) const {
    const std::string& op = flat_statement.source->opcode;
    if (flat_statement.source->operands[0].what != operand::kind::reg) return 0;
    const auto bits = [&](std::size_t i) { return operand_bits(flat_statement, i); };
    if (op == "mov" || op == "cvt" || op == "cvta" || op == "neg" || op == "abs")
      return converts_floats(*flat_statement.source) ? 0 : bits(1);
    if (op == "add" || op == "sub" || op == "or" || op == "xor" || op == "selp" || op == "min" ||
        op == "max")
      return std::min(bits(1), bits(2));
    if (op == "and") return std::max(bits(1), bits(2));
    if ((op == "mul" || op == "mad") && !flat_statement.source->has("hi")) {
      const unsigned product = std::min(bits(1) + bits(2), max_bits);
      return op == "mul" ? product : std::min(product, bits(3));
    }
    if (op == "shl") return std::min(bits(1) + shift_amount(flat_statement), max_bits);
    if (op == "lop3" && flat_statement.source->operands.size() > 4) {
      const bool keeps_zero = (flat_statement.source->operands[4].bits & 1) == 0;
      return keeps_zero ? std::min({bits(1), bits(2), bits(3)}) : 0;
    }
    return 0;
  }

  static bool converts_floats(const statement& statement) {
    return std::any_of(statement.modifiers.begin(), statement.modifiers.end(),
                       [](const std::string& modifier) {
                         return modifier.starts_with("f") || modifier.starts_with("bf");
                       });
  }

  static unsigned shift_amount(const flat_statement& flat_statement) {
    if (flat_statement.source->operands.size() < 3) return 0;
    const operand& by = flat_statement.source->operands[2];
    if (by.what != operand::kind::integer) return 0;
    return static_cast<unsigned>(std::min<std::uint64_t>(by.bits, max_bits));
  }

  const flat_program& program_;
  std::vector<std::uint8_t> bits_;
};

}  // namespace

std::vector<std::uint8_t> known_zero_bits(const flat_program& program) {
  return alignment_analysis(program).run();
}

}  // namespace warpmark::simt
