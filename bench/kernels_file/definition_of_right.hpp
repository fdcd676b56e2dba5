#pragma once

#include <map>
#include <string>

#include "bench/kernels_file/description.hpp"

namespace warpmark::kernels_file {

/// What decides whether a result is right, besides the plan and the kernels of the reference: each
/// buffer's contents and tolerance, and the reference's name. By what it is about. Two descriptions
/// with equal definitions judge equal results alike.
std::map<std::string, std::string> definition_of_right(const description& description);

}  // namespace warpmark::kernels_file
