#pragma once

#include <string>

#include "simt/ptx/module.hpp"

namespace warpmark::simt {

/// Throws unsupported_instruction for a statement of a kernel. Its message has the user's line, the
/// kernel, the feature in plain words, the instruction, `why`, and a way around it if there is one.
[[noreturn]] void refuse(const source_table& sources, const std::string& kernel,
                         const statement& statement, const std::string& why);

}  // namespace warpmark::simt
