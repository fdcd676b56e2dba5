#pragma once

#include <map>
#include <string>

#include "bench/compiler/kernel_compiler.hpp"
#include "ci/gate/sides/compared_point.hpp"

namespace warpmark::gate {

/// In what the executions of each point that is on both sides differ, by its key: a launch, or a
/// kernel's machine code for `architecture`, as a clause. Empty if they are equal in both: such a
/// point cannot have become slower.
std::map<std::string, std::string> code_differences(const comparison& compared,
                                                    compiler::kernel_compiler& compile,
                                                    const std::string& architecture);

}  // namespace warpmark::gate
