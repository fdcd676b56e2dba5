#include <algorithm>

#include "simt/instructions/decoder.hpp"
#include "simt/ptx/definite_assignment.hpp"

// Decoding of functions that are called, and properties of a kernel as a whole.

namespace warpmark::simt {

const flat_call* decoder::call() const {
  const std::int32_t index = flat_.statements[index_].call;
  return index < 0 ? nullptr : &flat_.calls[static_cast<std::size_t>(index)];
}

bool decoder::in_root_frame() const {
  return flat_.roots[flat_.frames[frame_].root].frame == frame_;
}

std::uint32_t decoder::frame_base() { return frame_value(flat_.frames[frame_].root, 0); }

// The kernel's stack frame begins at 0; that of a function depends on its call.
std::uint32_t decoder::frame_value(std::uint32_t root, std::uint64_t offset) {
  if (root == 0) return constant(offset, 8);
  const auto [found, added] = frame_values_.try_emplace({root, offset}, 0);
  if (added) found->second = reserve(8);
  return found->second;
}

std::vector<std::uint32_t> decoder::slots_of(std::uint32_t value) const {
  const std::uint32_t first = register_slots_[value];
  if (register_bytes(flat_.registers[value]) != 16) return {first};
  return {first, first + high_half_offset};
}

void decoder::describe_functions() {
  out_.local_bytes = flat_.roots[0].frame_bytes;
  out_.calls.resize(flat_.calls.size());
  for (std::size_t i = 0; i < flat_.calls.size(); ++i)
    out_.calls[i] = {flat_.calls[i].arguments, flat_.calls[i].results};
  if (flat_.roots.size() == 1) return;
  out_.stack_top = reserve(8);
  out_.start_values.push_back({out_.stack_top, 8, (flat_.roots[0].frame_bytes + 15) / 16 * 16});
  for (std::uint32_t r = 0; r < flat_.roots.size(); ++r) {
    const flat_root& root = flat_.roots[r];
    callable_function added{.name = root.function->name,
                            .entry = root.first_statement,
                            .frame_bytes = (root.frame_bytes + 15) / 16 * 16,
                            .base = r == 0 ? 0 : frame_value(r, 0),
                            .recursive = root.recursive};
    if (r != 0) {
      added.parameters = flat_.formals(r, root.function->parameters);
      added.results = flat_.formals(r, root.function->results);
      added.address = flat_.module_variables.at(root.function->name).address;
      for (std::uint32_t i = 0; root.recursive && i < root.register_count; ++i) {
        const scalar_type type = flat_.registers[root.first_register + i];
        const unsigned width = type == scalar_type::pred ? 0 : register_bytes(type);
        for (const std::uint32_t part : slots_of(root.first_register + i))
          added.registers.push_back({part, std::min(width, 8u)});
      }
    }
    out_.functions.push_back(std::move(added));
  }
  for (const auto& [key, slot] : frame_values_) {
    callable_function& function = out_.functions[key.first];
    function.frame_values.emplace_back(slot, key.second);
    if (function.recursive) function.registers.push_back({slot, 8});
  }
}

std::uint32_t decoder::operand_list(std::vector<std::uint32_t> slots) {
  out_.operand_lists.push_back(std::move(slots));
  return static_cast<std::uint32_t>(out_.operand_lists.size()) - 1;
}

std::uint32_t decoder::address_list(std::vector<address_source> addresses) {
  out_.address_lists.push_back(std::move(addresses));
  return static_cast<std::uint32_t>(out_.address_lists.size()) - 1;
}

std::uint32_t decoder::add_product(matrix_product product) {
  out_.products.push_back(std::move(product));
  return static_cast<std::uint32_t>(out_.products.size()) - 1;
}

std::uint32_t decoder::add_product(warp_group_product product) {
  out_.group_products.push_back(std::move(product));
  return static_cast<std::uint32_t>(out_.group_products.size()) - 1;
}

std::uint32_t decoder::add_matrix(stored_matrix matrix) {
  out_.matrices.push_back(std::move(matrix));
  return static_cast<std::uint32_t>(out_.matrices.size()) - 1;
}

bool decoder::is_predicate(const operand& operand) const {
  return operand.what == simt::operand::kind::reg &&
         flat_.registers[flat_.frames[frame_].first_register + operand.index] == scalar_type::pred;
}

state_space decoder::named_space() const {
  for (const std::string& modifier : source_->modifiers) {
    if (modifier == "global") return state_space::global;
    if (modifier.starts_with("shared")) return state_space::shared;
    if (modifier == "local") return state_space::local;
    if (modifier == "const") return state_space::constant;
    if (modifier.starts_with("param")) return state_space::param;
  }
  return state_space::generic;
}

namespace {

void mark_registers(const operand& in, std::vector<bool>& read) {
  if (in.what == operand::kind::reg && in.index < read.size()) read[in.index] = true;
  for (const operand& part : in.parts) mark_registers(part, read);
}

}  // namespace

bool decoder::is_read(const operand& operand) {
  if (operand.what == simt::operand::kind::sink) return false;
  const ptx_function& function = *flat_.frames[frame_].function;
  auto [found, added] = read_registers_.try_emplace(&function);
  std::vector<bool>& read = found->second;
  if (added) {
    read.resize(function.registers.size());
    for (const statement& statement : function.body) {
      // The first operand is the destination, except for instructions without a result.
      const bool writes = statement.opcode == "atom" || statement.opcode == "ld";
      for (std::size_t i = writes ? 1 : 0; i < statement.operands.size(); ++i)
        mark_registers(statement.operands[i], read);
      if (statement.guard) mark_registers(*statement.guard, read);
    }
  }
  return operand.what != simt::operand::kind::reg || read[operand.index];
}

void decoder::note_global_atomic(const instruction& at, handler threaded,
                                 const std::string& operation) {
  if (!threaded) return order_blocks();
  threaded_.emplace_back(at.site, threaded);
  atomic_operations_.insert(operation);
}

// A block's reads must not depend on the block that used the registers before.
void decoder::clear_unassigned() {
  for (const std::uint32_t value : maybe_unassigned(flat_, nodes_))
    for (const std::uint32_t part : slots_of(value))
      out_.start_values.push_back({part, std::min(register_bytes(flat_.registers[value]), 8u), 0});
}

void decoder::settle_atomics() {
  if (atomic_operations_.size() > 1) order_blocks();
  if (out_.ordered_blocks) return;
  for (const auto& [site, threaded] : threaded_) out_.code[site].execute = threaded;
}

}  // namespace warpmark::simt
