#pragma once

#include <span>

#include "ci/gate/statics/instruction_mix.hpp"

namespace warpmark::gate {

/// The instruction mix of machine code for compute capability 7.0 and later, without a
/// disassembler: each instruction has 16 bytes, of which the lowest 12 bits are the operation and
/// the form of its operands. Padding is left out. Operations that are not in the table count as
/// "sass.other".
instruction_mix mix_of_machine_code(std::span<const char> code);

}  // namespace warpmark::gate
