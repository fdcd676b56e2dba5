#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark::compiler {

/// A section of a cubin, which is a 64-bit little-endian ELF file.
struct cubin_section {
  std::string_view name;
  std::span<const char> bytes;  ///< Empty for sections that occupy no space in the file.
  std::size_t size_bytes;
  std::uint64_t flags = 0;  ///< SHF_…
};

/// The sections, in file order. The views point into `cubin`. Throws std::runtime_error if it is
/// not a well-formed ELF file.
std::vector<cubin_section> cubin_sections(std::span<const char> cubin);

/// Whether it must be linked before it can be loaded: true if compiled with -rdc=true, false for
/// files other than ELF.
bool is_relocatable(std::span<const char> cubin);

/// The machine code of the kernel `lowered_name`; empty if it has none.
std::span<const char> machine_code(std::span<const char> cubin, std::string_view lowered_name);

/// Bytes of machine code of the kernel `lowered_name`; 0 if it has none.
std::size_t code_bytes(std::span<const char> cubin, std::string_view lowered_name);

/// SHA-256 of everything that a launch of one kernel depends on: its code, registers, shared memory
/// and launch attributes, and the variables among `closure` (ptx_module::closure), with their
/// initial contents. Other kernels of the cubin are not included. Empty if the cubin has no such
/// kernel or must be linked first.
std::string function_hash(std::span<const char> cubin, const std::string& lowered_name,
                          const std::vector<std::string>& closure);

/// SHA-256 of everything that a launch depends on: code, constants, shared-memory sizes and launch
/// attributes. Debug and line sections are not included, so a comment added to the source does not
/// change it.
std::string launch_hash(std::span<const char> cubin);

}  // namespace warpmark::compiler
