#pragma once

#include "bench/compiler/compiled_kernel.hpp"

namespace warpmark::inspect {

/// NVRTC's error as the user needs it: the first one in a file of the user, else the place in such
/// a file from which the failing code of a header was used; then what could help. `as_is`: the
/// source was compiled with its host code.
compiler::compile_error explained(const compiler::compile_error& error,
                                  const compiler::compile_request& request, bool as_is);

}  // namespace warpmark::inspect
