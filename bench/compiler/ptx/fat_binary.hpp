#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/compiler/ptx/target.hpp"

namespace warpmark::compiler {

/// PTX or machine code in a fat binary, the container in which nvcc, clang and their linkers store
/// the code for devices.
struct fat_binary_entry {
  enum class content { ptx, cubin, other };
  enum class encoding { plain, lz4, zstd };

  content kind = content::other;
  encoding stored_as = encoding::plain;
  ptx_target target;
  std::span<const char> stored;  ///< The bytes in the file, without padding.
  std::uint64_t size_bytes = 0;  ///< After decompression.
};

/// What a fat binary holds: one translation unit's code for several architectures.
using fat_binary = std::vector<fat_binary_entry>;

/// Whether a file is one that may hold PTX besides a PTX text: a fat binary, or a 64-bit ELF file
/// (cubin, object, library or program).
bool is_device_image(std::string_view file);

/// The fat binaries of such a file, in its order: one, or those in an ELF file's sections. Views
/// point into it. Throws usage_error if it is damaged.
std::vector<fat_binary> fat_binaries_of(std::span<const char> file);

/// The contents, decompressed. Throws usage_error if they are damaged or larger than `max_bytes`.
std::string contents_of(const fat_binary_entry& entry, std::uint64_t max_bytes);

/// The PTX that the assembler has stored in a cubin with line information (nvcc -lineinfo, Triton),
/// without `.loc`; empty if there is none. Throws usage_error if the cubin is damaged.
std::string ptx_of_cubin(std::span<const char> cubin);

}  // namespace warpmark::compiler
