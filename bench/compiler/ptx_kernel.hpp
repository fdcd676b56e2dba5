#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bench/compiler/compiled_kernel.hpp"
#include "bench/compiler/ptx/assembler.hpp"

// Kernels that are given as PTX, by whatever compiler.

namespace warpmark::compiler {

/// Whether a file is PTX by its name, or a device image that may hold PTX by its first bytes. False
/// for a file that cannot be read.
bool is_ptx_file(const std::filesystem::path& path);

/// The names of a module's kernels, as in its text, in its order.
std::vector<std::string> entries_of(std::string_view ptx);

/// What the result of kernel_of_ptx() depends on, as a key of the cache.
std::string ptx_kernel_key(const compile_request& request);

/// The kernel of a request with is_ptx, whose source is PTX or a device image with PTX, see
/// ptx_modules(); its expression and `others` are names that find_name() finds, of variables after
/// a '&'. For a real architecture it is assembled with ptxas, if there is one that accepts the PTX;
/// else a card's driver compiles it. Only what the kernel needs of the module is kept. Needs no
/// NVRTC. Throws compile_error if there is no such entry or variable, if the device does not run
/// the PTX, or at a limit.
compiled_kernel kernel_of_ptx(const compile_request& request, const tool_limits& limits);

}  // namespace warpmark::compiler
