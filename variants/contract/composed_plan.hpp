#pragma once

#include <map>
#include <string>

#include "variants/contract/launch_plan.hpp"

namespace warpmark {

/// Appends the kernels, the steps and the other buffers of `part` to `whole`. `in_place_of` names
/// buffers of `part`, with the index of the buffer of `whole` that replaces each; offsets within
/// them stay. For a plan that begins with another variant's.
void append_plan(launch_plan& whole, const launch_plan& part,
                 const std::map<std::string, std::size_t>& in_place_of);

}  // namespace warpmark
