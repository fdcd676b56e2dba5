#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/backends/simt/instructions/instruction.hpp"
#include "bench/backends/simt/ptx/module.hpp"

namespace warpmark::simt {

/// Where an instruction comes from.
struct code_place {
  int ptx_line = 0;
  source_place source;
};

/// A constant that a slot of the register file holds in all lanes.
struct constant_slot {
  std::uint32_t offset;
  unsigned width;
  std::uint64_t bits;
};

/// A special register that a slot holds.
struct special_slot {
  std::uint32_t offset;
  unsigned width;
  std::string name;
};

/// A kernel, decoded: what a launch executes.
struct kernel_program {
  std::string name;
  std::vector<instruction> code;
  std::vector<code_place> places;  ///< Beside code.
  std::map<int, std::string> files;
  std::vector<constant_slot> constants;
  std::vector<special_slot> specials;
  std::size_t register_bytes = 0;  ///< Of one warp's register file.
  std::vector<std::pair<std::size_t, std::size_t>> parameters;
  std::size_t parameter_bytes = 0;
  std::size_t static_shared_bytes = 0;
  std::size_t local_bytes = 0;
  bool ordered_blocks = false;  ///< Blocks talk to each other: one host thread runs them in order.
};

/// Decodes the entry `name` of a module. Throws parse_error or unsupported_instruction.
std::shared_ptr<const kernel_program> decode_kernel(
    const ptx_module& module, const std::string& name,
    const std::map<std::string, std::uint64_t>& globals);

}  // namespace warpmark::simt
