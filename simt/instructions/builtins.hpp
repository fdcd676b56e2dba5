#pragma once

#include <string>

#include "simt/instructions/instruction.hpp"

namespace warpmark::simt {

/// The handler of a function of the device runtime: vprintf, __assertfail, malloc, free.
/// target is the call site, op[1] the slot of the caller's stack frame. Nullptr for other names.
handler find_builtin(const std::string& name);

}  // namespace warpmark::simt
