#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "simt/execution/kernel_program.hpp"
#include "simt/instructions/instruction.hpp"
#include "simt/ptx/control_flow.hpp"
#include "simt/ptx/flattening.hpp"

namespace warpmark::simt {

/// Decodes the statements of a flat program into instructions, one to one.
class decoder {
 public:
  decoder(const flat_program& flat, kernel_program& out);
  void run();

  // For the decoders of each instruction class, about the current statement:
  const statement& source() const { return *source_; }
  std::size_t operands() const { return source_->operands.size(); }
  const operand& at(std::size_t i) const;
  bool is(const char* opcode) const { return source_->opcode == opcode; }
  bool has(const char* modifier) const { return source_->has(modifier); }
  /// The i-th type among the modifiers, counted from the end.
  scalar_type type_from_end(std::size_t i = 0) const;

  /// Slot to write. Width 0 accepts any; `_` gets a slot that is never read.
  std::uint32_t destination(const operand& to, unsigned width);
  /// Slot to read as `type`: that of a register, or of a constant of that type.
  std::uint32_t value(const operand& from, scalar_type type);
  /// Operands `first` and later, each to the op of its number.
  void values(instruction& out, std::size_t first, scalar_type type);
  /// Slot of a predicate; the caller handles operand::negated.
  std::uint32_t predicate(const operand& from);
  /// Slot of the carry flags, one bit per lane; all carry chains of the kernel share it.
  std::uint32_t carry();
  /// Width in bytes of an operand's slot: 4, 8 or 16; `otherwise` if it is not a register.
  unsigned width(const operand& from, unsigned otherwise) const;
  /// The base slot of an address operand; its offset goes to `out.immediate`. A variable determines
  /// the space of a generic address.
  std::uint32_t address(const operand& from, state_space& space, instruction& out);
  /// Of the kernel.
  std::int64_t parameter_bytes() const { return static_cast<std::int64_t>(flat_.parameter_bytes); }
  const variable_place* variable(const operand& from) const;
  /// The current call, if it is not inlined; and the slot of the stack frame's begin.
  const flat_call* call() const;
  std::uint32_t call_index() const {
    return static_cast<std::uint32_t>(flat_.statements[index_].call);
  }
  std::uint32_t frame_base();
  /// Whether the statement belongs to the function itself and not to a function inlined into it.
  bool in_kernel() const { return flat_.frames[frame_].root == 0; }
  bool in_root_frame() const;

  /// Notes that the current setp compares two numbers of this type.
  void note_comparison(scalar_type type, bool equality) {
    if (size_of(type) >= 4) out_.comparisons.push_back({index_, type, equality});
  }

  /// Adds a list of slots, for instructions with more operands than op[] has elements.
  std::uint32_t operand_list(std::vector<std::uint32_t> slots);
  std::uint32_t address_list(std::vector<address_source> addresses);
  /// Adds a matrix product: its index.
  std::uint32_t add_product(matrix_product product);
  std::uint32_t add_product(warp_group_product product);
  /// Adds a matrix in memory: its index.
  std::uint32_t add_matrix(stored_matrix matrix);
  /// The instruction waits for all lanes, and is undefined without one of them.
  void need_whole_warp(instruction& out) const {
    out.control = flow::collective;
    out.op[5] = always_;
    out.whole_warp = true;
  }
  bool is_predicate(const operand& operand) const;
  /// The space among the modifiers; generic if there is none.
  state_space named_space() const;
  /// Whether any instruction of the function reads this register.
  bool is_read(const operand& operand);

  /// The kernel's blocks may wait for each other, or see each other's atomics.
  void order_blocks() { out_.ordered_blocks = true; }
  /// An atomic operation on memory that blocks may share. If its result is unused and all others of
  /// the kernel are the same operation, the order of blocks does not matter, and `threaded`
  /// replaces it. Nullptr if the order matters.
  void note_global_atomic(const instruction& at, handler threaded, const std::string& operation);
  void launch_grids() { out_.launches_grids = true; }
  /// The instruction is a bulk copy to or from shared memory: see copy_flights.
  void follow_copies() { out_.copies_in_bulk = true; }
  /// The instruction is a cp.async that is not bulk: see element_flights.
  void follow_element_copies() { out_.copies_elements = true; }
  /// The instruction is a wgmma, if only a fence: see warp_groups.
  void need_warp_groups() { out_.has_warp_groups = true; }
  /// The instruction reads shared memory through the async proxy: see proxy_watch.
  void need_proxy_fence() { out_.reads_shared_by_async_proxy = true; }
  void use_heap() { out_.allocates = true; }

  [[noreturn]] void unsupported(const std::string& why = "not supported") const;

 private:
  void decode(std::uint32_t index);
  void describe_functions();
  void settle_atomics();
  void clear_unassigned();
  void watch_group_registers();
  std::uint32_t frame_value(std::uint32_t root, std::uint64_t offset);
  void find_straight_code();
  /// Slots of up to 8 bytes of a register of the flat program.
  std::vector<std::uint32_t> slots_of(std::uint32_t value) const;
  void decode_guard(instruction& out);
  void connect(std::uint32_t index);
  std::uint32_t position_of(const operand& label) const;
  std::uint32_t constant(std::uint64_t bits, unsigned width);
  std::uint32_t special(const std::string& name, unsigned width);
  std::uint32_t reserve(unsigned width);

  const flat_program& flat_;
  kernel_program& out_;
  const statement* source_ = nullptr;
  std::uint32_t frame_ = 0, index_ = 0;
  std::vector<std::uint32_t> register_slots_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> frame_values_;
  std::map<std::pair<std::uint64_t, unsigned>, std::uint32_t> constants_;
  std::map<std::pair<std::string, unsigned>, std::uint32_t> specials_;
  std::uint32_t always_ = 0, sink_ = 0, carry_ = 0;
  std::vector<flow_node> nodes_;
  std::map<const ptx_function*, std::vector<bool>> read_registers_;
  std::vector<std::pair<std::uint32_t, handler>> threaded_;
  std::set<std::string> atomic_operations_;
};

// Each fills `out` and returns true if the statement belongs to its class.
bool decode_integer(decoder& d, instruction& out);
bool decode_floating(decoder& d, instruction& out);
bool decode_comparison(decoder& d, instruction& out);
bool decode_conversion(decoder& d, instruction& out);
bool decode_memory(decoder& d, instruction& out);
bool decode_atomic(decoder& d, instruction& out);
bool decode_collective(decoder& d, instruction& out);
bool decode_redux(decoder& d, instruction& out);
bool decode_mma(decoder& d, instruction& out);
bool decode_wmma(decoder& d, instruction& out);
bool decode_wgmma(decoder& d, instruction& out);
bool decode_matrix_memory(decoder& d, instruction& out);
bool decode_control(decoder& d, instruction& out);
bool decode_address(decoder& d, instruction& out);
bool decode_mbarrier(decoder& d, instruction& out);
bool decode_async_copy(decoder& d, instruction& out);
bool decode_bulk_copy(decoder& d, instruction& out);
bool decode_tensor_copy(decoder& d, instruction& out);
bool decode_wide_memory(decoder& d, instruction& out);
bool decode_texture(decoder& d, instruction& out);
bool decode_surface(decoder& d, instruction& out);
bool decode_launch_control(decoder& d, instruction& out);
bool decode_call(decoder& d, instruction& out);

}  // namespace warpmark::simt
