#pragma once

#include <span>
#include <string>
#include <vector>

#include "ci/gate/statics/instruction_mix.hpp"

namespace warpmark::gate {

/// The instruction mix of machine code for compute capability 7.0 and later, without a
/// disassembler: each instruction has 16 bytes, of which the lowest 12 bits are the operation and
/// the form of its operands. Padding is left out. Operations that are not in the table count as
/// "sass.other".
instruction_mix mix_of_machine_code(std::span<const char> code);

/// The quantities of such mixes, "sass.STL", each once: tolerances make them judged ones.
std::vector<std::string> machine_code_quantities();

}  // namespace warpmark::gate
