#pragma once

#include <string>
#include <vector>

namespace warpmark {

/// The registers per thread of -maxrregcount among a compiler's options; 0 if it is not given, -1
/// if its value is not a number.
int declared_registers(const std::vector<std::string>& options);

}  // namespace warpmark
