#pragma once

#include <string_view>

#include "simt/instructions/instruction.hpp"

namespace warpmark::simt {

/// The handler of a function of CUDA's device runtime, by the name that nvcc (`cuda…`,
/// `__cudaCDP2…`) gives it; nullptr for others. Operands as those of find_builtin().
handler find_device_runtime(std::string_view name);

}  // namespace warpmark::simt
