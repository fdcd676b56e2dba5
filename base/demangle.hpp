#pragma once

#include <string>

namespace warpmark {

/// The C++ name of a mangled one, `void saxpy<float>(float*, int)` of `_Z5saxpyIfEvPT_i`. Other
/// names stay as they are. Mangled names whose C++ name might be very long, since they repeat parts
/// of themselves, become their scopes and base name only, or stay as they are.
std::string demangled(const std::string& name);

/// The same in full, whatever its length: for names that the user's own compiler has just made.
std::string demangled_in_full(const std::string& name);

}  // namespace warpmark
