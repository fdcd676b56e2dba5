#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::gate {

/// The static count of each kind of instruction in a kernel's code, by "sass.LDG" or, for PTX,
/// "ptx.ld.global".
using instruction_mix = std::map<std::string, std::size_t>;

/// From a disassembler's listing: mnemonics up to the first point.
instruction_mix mix_of_sass(const std::string& listing);

/// The part of a listing of nvdisasm or cuobjdump for one kernel; all of it if it is not divided
/// into functions.
std::string listing_of_function(const std::string& listing, const std::string& lowered_name);

/// From PTX: mnemonics up to the first point, with the state space of memory accesses.
instruction_mix mix_of_ptx(const std::string& ptx);

/// For one kernel of a PTX module, with the functions that it calls.
instruction_mix mix_of_function(const std::string& ptx, const std::string& lowered_name);

/// Reads instruction mixes of kernels: from machine code if CUDA's nvdisasm or cuobjdump is
/// installed in PATH, $CUDA_HOME/bin or /usr/local/cuda/bin, else from PTX.
class mix_reader {
 public:
  mix_reader();

  /// "SASS by /usr/local/cuda/bin/nvdisasm" or "PTX".
  std::string source() const;

  /// From PTX, too, if the disassembler refuses the kernel.
  instruction_mix read(const compiler::compiled_kernel& kernel) const;

 private:
  std::optional<std::filesystem::path> disassembler_;
};

}  // namespace warpmark::gate
