#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/input_limits.hpp"
#include "bench/compiler/compiled_kernel.hpp"
#include "bench/compiler/ptx/fat_binary.hpp"

namespace warpmark::compiler {

/// How much of one program is read.
inline constexpr std::uint64_t max_program_bytes = 2 * input::gib;
inline constexpr std::uint64_t max_code_bytes = 512 * input::mib;  ///< One, decompressed.
inline constexpr std::uint64_t max_device_bytes = 8 * input::gib;  ///< All, decompressed.
inline constexpr std::size_t max_device_kernels = 1'000'000;

/// The machine code of one kernel in a program.
struct device_kernel {
  std::string name;         ///< As mangled.
  std::string stable_name;  ///< See stable_symbol().
  ptx_target target;
  kernel_resources resources;  ///< See linked_cubin::resources.
  std::string own_hash;        ///< Of what belongs to this kernel alone …
  std::string shared_hash;  ///< … and of functions and variables that kernels of its cubin share.
  std::size_t entry = 0;    ///< Its cubin: an index of program_code::entries.
};

/// Device code in a program that is not machine code: PTX, which a driver compiles, or other
/// forms, such as that for a linker's optimizer.
struct device_text {
  ptx_target target;
  bool is_ptx = false;
  std::string hash;  ///< Of PTX without comments and places.
};

/// The device code of an executable, a shared library, an object file, a fat binary or a cubin.
class program_code {
 public:
  /// Reads a file. Throws usage_error naming it if it cannot be read, is damaged, or exceeds the
  /// limits. A program without device code has no kernels.
  static program_code of_file(const std::filesystem::path& path);

  /// Of a file's contents, for which messages use `name`.
  static program_code of_bytes(std::string bytes, const std::string& name);

  const std::vector<device_kernel>& kernels() const { return kernels_; }
  const std::vector<device_text>& texts() const { return texts_; }

  /// Hash of what the host executes: all sections that a program is loaded with, but for device
  /// code and notes. Empty for a file that is no executable or shared library.
  const std::string& host_hash() const { return host_hash_; }

  /// The shared libraries that a program names, in its order; their code is not read.
  const std::vector<std::string>& libraries() const { return libraries_; }

  /// SHA-256 of the file.
  const std::string& digest() const { return digest_; }

  /// Whether a cubin must be linked before it can be loaded: compiled with -rdc=true.
  bool has_relocatable() const { return relocatable_; }

  /// The cubin of a kernel.
  std::vector<char> cubin_of(const device_kernel& kernel) const;

 private:
  void read_containers();
  void read_cubin(std::span<const char> cubin, const ptx_target& target, std::size_t entry);
  void read_host();
  void read_libraries();

  std::shared_ptr<const std::string> bytes_;
  std::string digest_, host_hash_;
  std::vector<fat_binary_entry> entries_;  ///< Views into *bytes_.
  std::vector<device_kernel> kernels_;
  std::vector<device_text> texts_;
  std::vector<std::string> libraries_;
  bool relocatable_ = false;
};

}  // namespace warpmark::compiler
