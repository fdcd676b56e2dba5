#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/backends/simt/ptx/module.hpp"

namespace warpmark::simt {

/// Where a variable lies: an offset in its space, or an address of global memory. Parameters of
/// device functions live in the local space.
struct variable_place {
  state_space space = state_space::global;
  std::uint64_t address = 0;
};

/// One inlined copy of a function.
struct call_frame {
  const ptx_function* function = nullptr;
  std::uint32_t first_register = 0;  ///< Of the copy, in flat_program::registers.
  std::map<std::string, variable_place> variables;
  std::vector<std::uint32_t> positions;  ///< Flat index of each statement, and of the end.
};

/// One statement of the flat program.
struct flat_statement {
  const statement* source = nullptr;
  std::uint32_t frame = 0;
};

/// A kernel with all its calls inlined, and its memory laid out.
struct flat_program {
  std::vector<flat_statement> statements;
  std::vector<call_frame> frames;  ///< frames[0] is the kernel's own.
  std::vector<scalar_type> registers;
  std::map<std::string, variable_place> module_variables;
  std::vector<std::pair<std::size_t, std::size_t>> parameters;  ///< Offset, size.
  std::size_t parameter_bytes = 0;
  std::size_t static_shared_bytes = 0;  ///< Dynamic shared memory begins behind it.
  std::size_t local_bytes = 0;          ///< Per thread.

  /// Nullptr if no variable has this name.
  const variable_place* find(std::uint32_t frame, const std::string& name) const;
};

/// Inlines the calls of `entry` and lays its variables out. `globals` has the addresses of the
/// module's global and constant variables. Throws unsupported_instruction for recursion.
flat_program flatten(const ptx_module& module, const std::string& entry,
                     const std::map<std::string, std::uint64_t>& globals);

}  // namespace warpmark::simt
