#pragma once

#include <filesystem>
#include <string>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"

namespace warpmark {

/// Options of a compiler whose sources may include every file embedded in the program.
/// `cache_folder` empty: default_cache_folder().
compiler::compiler_options embedded_compiler_options(std::filesystem::path cache_folder = {});

/// The compile request of one kernel of the embedded file `path` ("reduce/tree_sequential.cuh").
/// Throws std::out_of_range if there is no such file.
compiler::compile_request embedded_kernel(const std::string& path, const std::string& expression,
                                          const std::string& architecture);

/// The compile request of a kernel of an external source; `nvrtc` is the compiler's library, next
/// to which the toolkit's headers are. Of PTX it is not used.
compiler::compile_request outside_kernel(const kernel_instance& kernel,
                                         const std::string& architecture,
                                         const std::filesystem::path& nvrtc);

/// The compile request of a kernel whose source is another version of a file of `kernels/`: with
/// the headers of that version, otherwise as embedded_kernel().
compiler::compile_request versioned_kernel(const kernel_instance& kernel,
                                           const std::string& architecture);

/// Compiles the kernel and loads it on the backend. Throws what either step throws.
backend::module_handle load_embedded_kernel(backend& machine, compiler::kernel_compiler& compile,
                                            const std::string& path, const std::string& expression);

}  // namespace warpmark
