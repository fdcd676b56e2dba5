#pragma once

#include <string>
#include <string_view>

#include "bench/compiler/compiled_kernel.hpp"

// The translation unit that a user's compiler gets: the user's file, and what instantiates its
// kernels.

namespace warpmark::compiler {

/// The name of the part of that unit that names kernels, in messages of the compiler.
inline constexpr const char* wrapper_name = "warpmark_kernels";

/// The text of that unit. It includes the file `request.name` if that has the request's source as
/// its text, so that quoted includes and line tables are those of the file; else it has the source
/// itself. A template that is named is instantiated by using its address.
std::string wrapper_of(const compile_request& request);

/// The entry in `ptx`, which the compiler made of the wrapper, that kernel `number` of the request
/// means: 0 its expression, then `others` in order. Without a marker the expression
/// itself, which is then searched for as that of PTX.
std::string entry_of_wrapper(std::string_view ptx, std::size_t number,
                             const std::string& expression);

}  // namespace warpmark::compiler
