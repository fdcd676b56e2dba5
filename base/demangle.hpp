#pragma once

#include <string>

namespace warpmark {

/// The name of a C++ entity as it is declared, "reduce<256>(float const*, float*, int)", from its
/// mangled name; the name itself if it is not mangled, such as that of an `extern "C"` kernel.
std::string demangled(const std::string& name);

}  // namespace warpmark
