#pragma once

#include <cstddef>
#include <cstdint>
#include <elf.h>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sha256.hpp"
#include "bench/compiler/compiled_kernel.hpp"
#include "bench/compiler/cubin_file.hpp"

namespace warpmark::compiler {

/// Whether a section of this name is part of what a launch depends on, unlike those for debuggers.
bool affects_launch(std::string_view section_name);

/// A symbol's name without the parts that depend on the folder and command of a build: nvcc puts
/// digests of them into names of anonymous namespaces, _GLOBAL__N__8722a6b0_4_a_cu_73fc6ea7.
std::string stable_symbol(std::string_view name);

/// The parts of a cubin that refer to each other: sections, symbols and relocations. Symbols are
/// compared by stable_symbol, since their numbers depend on the rest of the cubin. Views point into
/// the cubin.
class linked_cubin {
 public:
  /// Throws std::runtime_error if it is not a well-formed cubin.
  explicit linked_cubin(std::span<const char> cubin);

  /// Hashes the code and everything else that belongs only to the function. False if it has no
  /// code.
  bool add_function(const std::string& name, sha256& hash) const;

  /// Hashes a variable: its size, initial contents and, for constants, its address, which is part
  /// of the code.
  void add_variable(const std::string& name, sha256& hash) const;

  /// The names of the kernels that have code, in the order of their sections.
  std::vector<std::string> kernels() const;

  /// Hashes what kernels share: code of functions that are no kernels, constants, variables with
  /// their initial contents, and the table of addresses.
  void add_shared(sha256& hash) const;

  /// The function's machine code; empty if it has none.
  std::span<const char> code(const std::string& name) const;

  /// Resources of a kernel that a cubin states. Bytes of spills are not among them; those of the
  /// stack include them.
  kernel_resources resources(const std::string& kernel) const;

 private:
  // One relocation, by symbol name.
  struct named_relocation {
    std::size_t offset;
    std::uint32_t type;
    std::string_view symbol;
    std::int64_t addend;
  };

  // What the section .nv.info states of a function.
  struct function_facts {
    std::uint32_t registers = 0, stack_bytes = 0;
  };

  void read_symbols(std::size_t table);
  template <class Entry>
  void read_relocations(std::size_t table);
  void read_facts(std::span<const char> info);
  void add_section(std::size_t section, std::string_view kind, sha256& hash) const;
  void add_relocations(std::size_t section, std::size_t from, std::size_t size, sha256& hash) const;

  std::vector<Elf64_Shdr> headers_;
  std::vector<cubin_section> sections_;
  std::map<std::string_view, std::vector<std::size_t>> of_function_;  ///< Sections by function.
  std::vector<Elf64_Sym> symbols_;
  std::vector<std::string_view> names_;                               ///< Of the symbols.
  std::map<std::size_t, std::vector<named_relocation>> relocations_;  ///< By the section patched.
  std::map<std::string_view, function_facts> facts_;
};

}  // namespace warpmark::compiler
