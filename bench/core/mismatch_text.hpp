#pragma once

#include <string>

#include "variants/contract/family.hpp"

namespace warpmark {

/// "output[3] is 1, expected 2", for a result that is not ok on the buffer of this name.
std::string mismatch_text(const oracle_result& oracle_result, const std::string& buffer);

}  // namespace warpmark
