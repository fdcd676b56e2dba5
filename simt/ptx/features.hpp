#pragma once

#include <string>

#include "simt/ptx/module.hpp"

namespace warpmark::simt {

/// What a user calls the feature that an instruction belongs to, and a way around it.
struct ptx_feature {
  const char* name = "";    ///< "tensor memory (tcgen05)"; empty: nothing better than the opcode.
  const char* advice = "";  ///< "compile the kernel for sm_90"; may be empty.
};

/// The feature of an instruction, by its opcode and modifiers. Of a call, by the function's name.
ptx_feature feature_of(const statement& statement);

/// The instruction with its modifiers and the kind of each operand, as messages show it:
/// "tex.2d.v4.f32.f32 {r, r, r, r}, [r, {r, r}]".
std::string shown(const statement& statement);

}  // namespace warpmark::simt
