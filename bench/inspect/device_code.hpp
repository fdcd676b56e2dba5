#pragma once

#include <string>

namespace warpmark::inspect {

/// The source with everything blanked that only a host compiler can read: functions and variables
/// at namespace scope without __global__, __device__, __constant__ or __shared__. Preprocessor
/// lines, types, aliases, constants and class templates stay. Lines keep their numbers.
/// A heuristic by matching brackets: it does not expand macros, and takes the branches of #if as
/// one text.
std::string device_code_of(const std::string& source);

}  // namespace warpmark::inspect
