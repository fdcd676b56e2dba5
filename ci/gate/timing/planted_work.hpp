#pragma once

#include <cstdint>
#include <string>

#include "variants/contract/launch_plan.hpp"

namespace warpmark::gate {

/// A plan whose first launched kernel does more: each thread of a block begins with four dependent
/// multiplications for every 64 of `steps`; a remainder falls to as many of 64 blocks. What a
/// kernel computes stays the same; how much slower it gets is to be measured, since the work hides
/// behind loads. 0 steps leave the plan as it is. Throws std::invalid_argument if the kernel's
/// source is not there, or neither it nor what it includes defines the kernel.
launch_plan with_planted_work(launch_plan plan, std::uint64_t steps);

/// The text of a source with the work planted into the definition of the kernel that a name
/// expression ("reduce::strided<int, 8>") means. Lines keep their numbers. Throws
/// std::invalid_argument if there is no such definition.
std::string with_planted_work(const std::string& text, const std::string& file,
                              const std::string& expression, std::uint64_t steps);

}  // namespace warpmark::gate
