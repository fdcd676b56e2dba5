#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "simt/ptx/module.hpp"

namespace warpmark::simt {

/// The place of a variable: an offset in its space, or an address of global memory. Parameters of
/// device functions are in the local space, at an offset in their root's stack frame.
struct variable_place {
  state_space space = state_space::global;
  std::uint64_t address = 0;
  std::uint32_t root = 0;  ///< For local variables.
};

/// One inlined copy of a function.
struct call_frame {
  const ptx_function* function = nullptr;
  std::uint32_t first_register = 0;  ///< First register of the copy in flat_program::registers.
  std::uint32_t root = 0;
  std::map<std::string, variable_place> variables;
  std::vector<std::uint32_t> positions;  ///< Flat index of each statement, and of the end.
};

/// Code that is entered at its first statement: the kernel itself, and each function that is called
/// and not inlined, because it is recursive or its address is taken.
struct flat_root {
  const ptx_function* function = nullptr;
  std::uint32_t frame = 0;
  std::uint32_t first_statement = 0;
  std::uint32_t first_register = 0, register_count = 0;  ///< With those of inlined functions.
  std::size_t frame_bytes = 0;                           ///< In local memory.
  bool recursive = false;
};

/// A parameter or result that a call passes: bytes of the root's stack frame.
struct passed_value {
  std::uint64_t offset = 0;
  std::size_t size = 0;
};

/// A call that is executed, not inlined.
struct flat_call {
  enum class kind {
    function,  ///< callee: a root
    indirect,  ///< Of any root except the kernel.
    builtin    ///< name: a function of the runtime, such as vprintf
  } what = kind::builtin;
  std::uint32_t callee = 0;
  std::string name;
  std::vector<passed_value> arguments, results;  ///< In the caller's frame.
};

/// One statement of the flat program.
struct flat_statement {
  const statement* source = nullptr;
  std::uint32_t frame = 0;
  std::int32_t call = -1;  ///< Index of flat_program::calls.
};

/// A kernel with its calls inlined where that is possible, and its memory laid out.
struct flat_program {
  std::vector<flat_statement> statements;
  std::vector<call_frame> frames;  ///< frames[0] is the kernel's own.
  std::vector<flat_root> roots;    ///< roots[0] is the kernel.
  std::vector<flat_call> calls;
  std::vector<scalar_type> registers;
  std::map<std::string, variable_place> module_variables;
  std::vector<std::pair<std::size_t, std::size_t>> parameters;  ///< Offset, size.
  std::size_t parameter_bytes = 0;
  std::size_t static_shared_bytes = 0;  ///< Dynamic shared memory begins after it.

  /// Nullptr if no variable has this name.
  const variable_place* find(std::uint32_t frame, const std::string& name) const;
  /// The offset of a parameter or result of a root's function in its frame.
  std::vector<passed_value> formals(std::uint32_t root,
                                    const std::vector<ptx_variable>& declared) const;
};

/// Inlines the calls of `entry` and lays its variables out. `globals` has the addresses of the
/// module's global and constant variables. Throws unsupported_instruction for calls of functions
/// that are neither defined nor part of the runtime.
flat_program flatten(const ptx_module& module, const std::string& entry,
                     const std::map<std::string, std::uint64_t>& globals);

}  // namespace warpmark::simt
