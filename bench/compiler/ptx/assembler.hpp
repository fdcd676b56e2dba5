#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/compiler/compile_process.hpp"
#include "bench/compiler/compiled_kernel.hpp"
#include "bench/compiler/ptx/target.hpp"

namespace warpmark::compiler {

/// The limits under which a program of the toolkit runs.
struct tool_limits {
  time_limit seconds;
  std::size_t memory_bytes = compile_limits{}.memory_bytes;
  const std::atomic<bool>* abandoned = nullptr;
};

/// What ptxas makes of PTX.
struct assembled_ptx {
  std::vector<char> cubin;  ///< Empty if there is none.
  std::string log;          ///< With the resources of each kernel.
  std::string trouble;      ///< Why there is no cubin: one line.
};

/// The ptxas programs of this machine, in the order in which they are tried: $WARPMARK_PTXAS, those
/// of toolkits and of $PATH, that of Triton's package.
std::vector<std::filesystem::path> find_ptxas();

/// What the result of an assembly depends on besides the PTX: the programs of find_ptxas() with
/// their times of change.
std::string ptxas_identity();

/// Assembles PTX for a device with the first ptxas that knows its PTX version and architecture.
/// `max_registers` 0: no limit. Wrong PTX and a missing ptxas are `trouble`, not errors. Throws
/// compile_error if a limit is reached; `subject` begins its message.
assembled_ptx assemble_ptx(const std::string& ptx, const ptx_target& device, int max_registers,
                           const tool_limits& limits, const std::string& subject);

}  // namespace warpmark::compiler
