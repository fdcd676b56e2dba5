#pragma once

#include <cstddef>
#include <vector>

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::inspect {

/// Throws usage_error unless the arguments match the kernel's parameters in number and in size in
/// bytes. Devices would read beyond the end of arguments that are too short.
void check_arguments(const compiler::compiled_kernel& kernel,
                     const std::vector<std::vector<std::byte>>& arguments);

}  // namespace warpmark::inspect
