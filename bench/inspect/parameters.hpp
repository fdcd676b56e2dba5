#pragma once

#include <cstddef>
#include <vector>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::inspect {

/// Throws usage_error unless there are as many arguments as the kernel has parameters, each of the
/// right size in bytes. Machines would read whatever lies behind too short ones.
void check_arguments(const compiler::compiled_kernel& kernel,
                     const std::vector<std::vector<std::byte>>& arguments);

}  // namespace warpmark::inspect
