#pragma once

#include <map>
#include <string>

#include "bench/kernels_file/description.hpp"

namespace warpmark::kernels_file {

/// The definition of a correct result, without the plan and kernels of the reference: each buffer's
/// contents and tolerance, and the reference's name, by subject. Two descriptions with equal
/// definitions give equal verdicts on equal results.
std::map<std::string, std::string> definition_of_right(const description& description);

}  // namespace warpmark::kernels_file
