#pragma once

#include <string>
#include <vector>

#include "bench/compiler/compiled_kernel.hpp"
#include "bench/compiler/header_index.hpp"
#include "bench/compiler/nvrtc_library.hpp"

namespace warpmark::compiler {

/// The options of every compilation, including the architecture.
std::vector<std::string> standard_options(const nvrtc_library& nvrtc,
                                          const std::string& architecture);

/// Compiles one kernel instance to PTX and, for a real architecture, machine code. Throws
/// compile_error with NVRTC's log. `own_headers` are for requests without headers.
compiled_kernel compile_program(const nvrtc_library& nvrtc, const compile_request& request,
                                const header_index& own_headers);

}  // namespace warpmark::compiler
