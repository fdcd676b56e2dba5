#include "simt/instructions/decoder.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "simt/execution/special_registers.hpp"
#include "simt/ptx/flow_graph.hpp"
#include "simt/ptx/merged_accesses.hpp"
#include "simt/ptx/refusal.hpp"
#include "simt/ptx/register_sharing.hpp"

namespace warpmark::simt {
namespace {

constexpr bool (*classes[])(decoder&, instruction&) = {
    decode_control,   decode_call,        decode_mbarrier,      decode_async_copy,
    decode_bulk_copy, decode_tensor_copy, decode_address,       decode_wide_memory,
    decode_memory,    decode_atomic,      decode_collective,    decode_redux,
    decode_mma,       decode_wmma,        decode_wgmma,         decode_matrix_memory,
    decode_integer,   decode_floating,    decode_comparison,    decode_conversion,
    decode_texture,   decode_surface,     decode_launch_control};

}  // namespace

decoder::decoder(const flat_program& flat, kernel_program& out)
    : flat_(flat), out_(out), nodes_(flow_graph(flat)) {
  always_ = reserve(4);
  out_.constants.push_back({always_, 4, ~std::uint64_t{0}});
  sink_ = reserve(16);
  const shared_registers shared = share_registers(flat, nodes_);
  std::vector<std::uint32_t> slots;
  for (const unsigned width : shared.widths) slots.push_back(reserve(width));
  // Registers that nothing uses have no slot.
  for (const std::uint32_t slot : shared.slot_of)
    register_slots_.push_back(slots.empty() ? sink_ : slots[slot]);
}

std::uint32_t decoder::reserve(unsigned width) {
  const auto offset = static_cast<std::uint32_t>(out_.register_bytes);
  out_.register_bytes += width * 32;
  return offset;
}

void decoder::run() {
  out_.code.resize(flat_.statements.size());
  out_.places.resize(flat_.statements.size());
  for (std::uint32_t i = 0; i < flat_.statements.size(); ++i) {
    decode(i);
    connect(i);
  }
  for (const auto& [index, merged] : merged_shared_accesses(flat_)) {
    instruction& access = out_.code[index];
    access.merged_bytes = static_cast<std::uint8_t>(merged.bytes);
    if (merged.bytes == 0) access.target &= ~counted_access;
  }
  const auto meeting = reconvergence_points(nodes_);
  for (std::uint32_t i = 0; i < out_.code.size(); ++i) out_.code[i].reconvergence = meeting[i];
  find_straight_code();
  describe_functions();
  settle_atomics();
  clear_unassigned();
  watch_group_registers();
}

// Code in which no lanes part or meet.
void decoder::find_straight_code() {
  std::vector<bool> meets(out_.code.size() + 1);
  for (const instruction& in : out_.code)
    if (in.control != flow::none && in.reconvergence < meets.size()) meets[in.reconvergence] = true;
  for (std::size_t i = out_.code.size(); i-- > 0;) {
    instruction& in = out_.code[i];
    const bool goes_on = i + 1 < out_.code.size() && !meets[i + 1];
    if (in.control == flow::none) in.straight = 1 + (goes_on ? out_.code[i + 1].straight : 0);
  }
  for (const instruction& in : out_.code) out_.classes.push_back(in.instruction_class);
}

void decoder::decode(std::uint32_t index) {
  source_ = flat_.statements[index].source;
  frame_ = flat_.statements[index].frame;
  index_ = index;
  instruction& out = out_.code[index];
  out.site = index;
  out_.places[index] = {source_->ptx_line, source_->place};
  // The ret at the end of each function is implicit.
  if (source_->ptx_line == 0 && index > 0) out_.places[index] = out_.places[index - 1];
  decode_guard(out);
  for (const auto decode_class : classes)
    if (decode_class(*this, out)) return;
  unsupported();
}

void decoder::decode_guard(instruction& out) {
  out.guard = always_;
  if (!source_->guard) return;
  out.guard = predicate(*source_->guard);
  out.guard_flip = source_->guard->negated ? ~0u : 0;
}

// Sets the targets of jumps: see flow_graph().
void decoder::connect(std::uint32_t index) {
  instruction& out = out_.code[index];
  const std::vector<std::uint32_t>& targets = nodes_[index].targets;
  if (is("call") && !call() && source_->guard) {
    out.guard_flip = ~out.guard_flip;
    out.control = flow::branch;
    out.target = targets.at(0);
  }
  if (is("bra")) out.target = position_of(at(0));
  if (is("brx")) {
    std::vector<std::uint32_t>& table = out_.branch_tables.emplace_back();
    for (const operand& label : at(1).parts) table.push_back(position_of(label));
    out.target = static_cast<std::uint32_t>(out_.branch_tables.size()) - 1;
  }
  if (is("ret") && !in_root_frame()) {
    out.control = flow::branch;
    out.target = targets.at(0);
  }
}

std::uint32_t decoder::position_of(const operand& label) const {
  const auto& positions = flat_.frames[frame_].positions;
  if (label.what != operand::kind::label || label.index >= positions.size())
    unsupported("the target is not a label");
  return positions[label.index];
}

const operand& decoder::at(std::size_t i) const {
  if (i >= source_->operands.size()) unsupported("too few operands");
  return source_->operands[i];
}

scalar_type decoder::type_from_end(std::size_t i) const {
  const auto& modifiers = source_->modifiers;
  for (auto item = modifiers.rbegin(); item != modifiers.rend(); ++item)
    if (const auto type = parse_scalar_type(*item)) {
      if (*type == scalar_type::b128) unsupported("128 bits");
      if (i == 0) return *type;
      --i;
    }
  unsupported("no type");
}

void decoder::values(instruction& out, std::size_t first, scalar_type type) {
  if (operands() > out.op.size()) unsupported("more operands than it has");
  for (std::size_t i = first; i < operands(); ++i) out.op[i] = value(at(i), type);
}

std::uint32_t decoder::destination(const operand& to, unsigned required_width) {
  if (to.what == operand::kind::sink) return sink_;
  if (to.what != operand::kind::reg) unsupported("the destination is not a register");
  if (required_width != 0 && width(to, 0) != required_width)
    unsupported("a register of another width");
  return register_slots_[flat_.frames[frame_].first_register + to.index];
}

unsigned decoder::width(const operand& from, unsigned otherwise) const {
  if (from.what != operand::kind::reg) return otherwise;
  return register_bytes(flat_.registers[flat_.frames[frame_].first_register + from.index]);
}

std::uint32_t decoder::value(const operand& from, scalar_type type) {
  const unsigned width_bytes = register_bytes(type);
  if (width_bytes == 16 && from.what != operand::kind::reg && from.what != operand::kind::integer)
    unsupported("this operand has no 128 bits");
  switch (from.what) {
    case operand::kind::reg:
      return destination(from, width_bytes);
    case operand::kind::integer:
      // A float operand cannot be written as `1`: floats are 0f… or 0d….
      return constant(from.bits, width_bytes);
    case operand::kind::real: {
      if (type == scalar_type::f32 && from.real_type == scalar_type::f64) {
        const auto narrow = static_cast<float>(std::bit_cast<double>(from.bits));
        return constant(std::bit_cast<std::uint32_t>(narrow), 4);
      }
      if (type == scalar_type::f64 && from.real_type == scalar_type::f32) {
        const double wide = std::bit_cast<float>(static_cast<std::uint32_t>(from.bits));
        return constant(std::bit_cast<std::uint64_t>(wide), 8);
      }
      return constant(from.bits, width_bytes);
    }
    case operand::kind::variable: {
      const variable_place* place = variable(from);
      if (!place) unsupported(fmt::format("unknown name '{}'", from.name));
      if (place->space == state_space::local && place->root != 0)
        return frame_value(place->root, place->address + static_cast<std::uint64_t>(from.offset));
      return constant(place->address + static_cast<std::uint64_t>(from.offset), width_bytes);
    }
    case operand::kind::special:
      return special(from.name, width_bytes);
    default:
      unsupported("this operand is not a value");
  }
}

std::uint32_t decoder::predicate(const operand& from) {
  if (from.what == operand::kind::integer) return constant(from.bits ? ~std::uint64_t{0} : 0, 4);
  if (from.what == operand::kind::special) return special(from.name, 4);
  if (from.what != operand::kind::reg) unsupported("the operand is not a predicate");
  return register_slots_[flat_.frames[frame_].first_register + from.index];
}

std::uint32_t decoder::carry() {
  if (carry_ == 0) carry_ = reserve(4);  // Never the first slot.
  return carry_;
}

const variable_place* decoder::variable(const operand& from) const {
  return flat_.find(frame_, from.name);
}

std::uint32_t decoder::address(const operand& from, state_space& space, instruction& out) {
  if (from.what != operand::kind::address) unsupported("the operand is not an address");
  const operand& base = from.parts[0];
  out.immediate = from.offset;
  if (base.what == operand::kind::reg) {
    if (width(base, 8) == 4) out.narrow_address = true;
    return destination(base, 0);
  }
  if (base.what == operand::kind::integer) return constant(base.bits, 8);
  if (base.what != operand::kind::variable) unsupported("the address has no base");
  const variable_place* place = variable(base);
  if (!place) unsupported(fmt::format("unknown name '{}'", base.name));
  space = place->space;
  out.immediate += base.offset;
  if (place->space == state_space::local && place->root != 0) {
    out.immediate += static_cast<std::int64_t>(place->address);
    return frame_value(place->root, 0);
  }
  return constant(place->address, 8);
}

std::uint32_t decoder::constant(std::uint64_t bits, unsigned width) {
  if (width == 4) bits = static_cast<std::uint32_t>(bits);
  const auto [found, added] = constants_.try_emplace({bits, width}, 0);
  if (added) {
    found->second = reserve(width);
    // PTX has no constants of more than 64 bits.
    if (width == 16) out_.constants.push_back({found->second + high_half_offset, 8, 0});
    out_.constants.push_back({found->second, std::min(width, 8u), bits});
  }
  return found->second;
}

std::uint32_t decoder::special(const std::string& name, unsigned width) {
  if (!is_special(name)) unsupported(fmt::format("special register {}", name));
  if (name.starts_with("%envreg")) out_.reads_grid_workspace = true;
  if (name.starts_with("%reserved_smem")) out_.reads_reserved_shared = true;
  const auto [found, added] = specials_.try_emplace({name, width}, 0);
  if (added) {
    found->second = reserve(width);
    out_.specials.push_back({found->second, width, name});
  }
  return found->second;
}

void decoder::unsupported(const std::string& why) const {
  refuse(out_.sources, out_.name, *source_, why);
}

namespace {

bool is_beyond_checks(const statement& statement) {
  return statement.opcode == "mbarrier" || statement.opcode == "mapa" || statement.has("bulk") ||
         statement.has("async::bulk") ||
         (statement.opcode != "cp" && statement.opcode != "fence" && statement.has("async")) ||
         statement.has("cluster") || statement.has("shared::cluster");
}

}  // namespace

std::shared_ptr<const kernel_program> decode_kernel(
    const ptx_module& module, const std::string& name,
    const std::map<std::string, std::uint64_t>& globals, const load_schedule& loads) {
  const flat_program flat = flatten(module, name, globals);
  auto program = std::make_shared<kernel_program>();
  program->name = name;
  const ptx_function& entry = *flat.roots[0].function;
  program->bounds = {entry.cluster, entry.needs_cluster, entry.required_threads, entry.max_threads};
  program->sources = module.sources;
  program->parameters = flat.parameters;
  program->parameter_bytes = flat.parameter_bytes;
  program->static_shared_bytes = flat.static_shared_bytes;
  for (const ptx_variable& variable : module.variables)
    if (const auto found = globals.find(variable.name);
        variable.space == state_space::constant && found != globals.end())
      program->constant_memory.emplace_back(found->second, variable.size);
  program->register_count = flat.registers.size();
  program->beyond_checks =
      std::any_of(flat.statements.begin(), flat.statements.end(),
                  [](const auto& statement) { return is_beyond_checks(*statement.source); });
  decoder(flat, *program).run();
  // After decoding, so that the instructions are known to be complete.
  program->timings = instruction_timings(flat);
  apply_load_schedule(loads, flat, program->timings);
  return program;
}

}  // namespace warpmark::simt
