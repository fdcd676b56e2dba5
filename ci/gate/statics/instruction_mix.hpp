#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::gate {

/// How often each kind of instruction stands in a kernel's code, by "sass.LDG" or, of PTX,
/// "ptx.ld.global".
using instruction_mix = std::map<std::string, std::size_t>;

/// Of a disassembler's listing: mnemonics up to the first point.
instruction_mix mix_of_sass(const std::string& listing);

/// The part of a listing of nvdisasm or cuobjdump that is about one kernel; all of it if it is not
/// divided into functions.
std::string listing_of_function(const std::string& listing, const std::string& lowered_name);

/// Of PTX: mnemonics up to the first point, with the state space of memory accesses.
instruction_mix mix_of_ptx(const std::string& ptx);

/// Of one kernel of a module of PTX, and of the functions that it calls.
instruction_mix mix_of_function(const std::string& ptx, const std::string& lowered_name);

/// Reads instruction mixes, each of one kernel: of machine code where CUDA's nvdisasm or cuobjdump
/// is on this machine, in PATH, $CUDA_HOME/bin or /usr/local/cuda/bin, else of PTX.
class mix_reader {
 public:
  mix_reader();

  /// "SASS by /usr/local/cuda/bin/nvdisasm" or "PTX".
  std::string source() const;

  /// Of PTX, too, if the disassembler refuses the kernel.
  instruction_mix read(const compiler::compiled_kernel& kernel) const;

 private:
  std::optional<std::filesystem::path> disassembler_;
};

}  // namespace warpmark::gate
