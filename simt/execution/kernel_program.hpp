#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simt/instructions/group_registers.hpp"
#include "simt/instructions/instruction.hpp"
#include "simt/instructions/matrix_product.hpp"
#include "simt/instructions/warp_group_product.hpp"
#include "simt/ptx/flattening.hpp"
#include "simt/ptx/module.hpp"
#include "simt/timing/instruction_timing.hpp"
#include "simt/timing/load_schedule.hpp"

namespace warpmark::simt {

/// The source position of an instruction.
struct code_place {
  int ptx_line = 0;
  source_place source;
};

/// A constant that is stored in a slot of the register file, in all lanes.
struct constant_slot {
  std::uint32_t offset;
  unsigned width;
  std::uint64_t bits;
};

/// A special register that is stored in a slot.
struct special_slot {
  std::uint32_t offset;
  unsigned width;
  std::string name;
};

/// A register that is saved over a recursive call. Its width is bytes per lane; 0 for a predicate.
struct saved_register {
  std::uint32_t slot;
  unsigned width;
};

/// A function that is called, not inlined. Its registers have their own slots; those of a recursive
/// function are saved over each call.
struct callable_function {
  std::string name;
  std::uint64_t address = 0;  ///< The function's address as a value.
  std::uint32_t entry = 0;    ///< First instruction.
  std::size_t frame_bytes = 0;
  std::uint32_t base = 0;  ///< Slot: where the lane's stack frame begins in local memory.
  bool recursive = false;
  std::vector<saved_register> registers = {};  ///< Of a recursive function.
  std::vector<std::pair<std::uint32_t, std::uint64_t>> frame_values =
      {};  ///< Slot, base plus this.
  std::vector<passed_value> parameters = {}, results = {};
};

/// The arguments and results of a call, in the caller's stack frame.
struct call_site {
  std::vector<passed_value> arguments, results;
};

/// An address operand: a slot and an offset.
struct address_source {
  std::uint32_t slot;
  std::int64_t offset;
  bool narrow;  ///< The slot has 32-bit lanes.
};

/// A setp of two numbers of 32 or 64 bits, whose slots are op[2] and op[3] of its instruction.
struct compared_numbers {
  std::uint32_t site;
  scalar_type type;
  bool equality;  ///< eq or ne; else an order.
};

/// The requirements of a kernel on its launches.
struct launch_bounds {
  std::optional<extent3> cluster;
  bool needs_cluster = false;
  std::optional<extent3> threads;
  std::uint64_t max_threads = 0;  ///< 0: the device's limit.
};

/// A kernel, decoded: what a launch executes.
struct kernel_program {
  std::string name;
  std::vector<instruction> code;
  std::vector<counter> classes;             ///< Parallel to code.
  std::vector<code_place> places;           ///< Parallel to code.
  std::vector<instruction_timing> timings;  ///< Parallel to code, without the exit at its end.
  std::size_t register_count = 0;           ///< Registers that timings refer to.
  source_table sources;
  std::vector<constant_slot> constants;
  std::vector<special_slot> specials;
  std::vector<constant_slot>
      start_values;  ///< Values of slots at the start of each block, which may change them.
  std::vector<callable_function> functions;  ///< functions[0] is the kernel; empty without calls.
  std::vector<call_site> calls;
  std::vector<compared_numbers> comparisons;
  std::vector<std::vector<std::uint32_t>> branch_tables;
  std::vector<std::vector<std::uint32_t>> operand_lists;  ///< Slots of long vectors.
  std::vector<std::vector<address_source>> address_lists;
  std::vector<matrix_product> products;
  std::vector<stored_matrix> matrices;
  bool has_warp_groups = false;  ///< Any wgmma instruction.
  std::vector<warp_group_product> group_products;
  std::uint32_t group_registers = 0;         ///< How many registers those have.
  std::vector<watched_instruction> watched;  ///< Others that access these registers,
  std::vector<std::uint32_t> watched_at;     ///< and where those are in it: by site.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> constant_memory;  ///< Base, size.
  std::uint32_t stack_top = 0;     ///< Slot: end of the lane's innermost stack frame.
  std::size_t register_bytes = 0;  ///< Size of one warp's register file.
  std::vector<std::pair<std::size_t, std::size_t>> parameters;
  std::size_t parameter_bytes = 0;
  std::size_t static_shared_bytes = 0;
  std::size_t local_bytes = 0;  ///< Per thread, without the frames of called functions.
  launch_bounds bounds;
  bool reads_grid_workspace = false;  ///< Synchronises the grid, if the launch is cooperative.
  bool launches_grids = false;        ///< Calls CUDA's device runtime.
  bool allocates = false;             ///< Calls malloc.
  /// Writes shared memory asynchronously or from other blocks, or uses a cluster barrier. The
  /// checks for uninitialised shared memory do not cover these.
  bool beyond_checks = false;
  bool copies_in_bulk = false;               ///< cp.async.bulk
  bool copies_elements = false;              ///< cp.async of 4, 8 or 16 bytes per lane
  bool reads_shared_by_async_proxy = false;  ///< Bulk copies from shared memory, wgmma.
  bool reads_reserved_shared = false;  ///< Reads the address of the system's part of shared memory.
  bool ordered_blocks = false;         ///< Blocks communicate: one host thread runs them in order.
};

/// "k.cu:12 (PTX line 33)": the place of an instruction, for messages. Of code in a library's
/// header, the user's line comes first.
std::string place_text(const kernel_program& program, std::uint32_t site);

/// Decodes the entry `name` of a module. `loads` is that of its machine code, empty if not known.
/// Throws parse_error or unsupported_instruction.
std::shared_ptr<const kernel_program> decode_kernel(
    const ptx_module& module, const std::string& name,
    const std::map<std::string, std::uint64_t>& globals, const load_schedule& loads = {});

}  // namespace warpmark::simt
