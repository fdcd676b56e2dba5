#pragma once

#include <cstdint>
#include <string>

#include "variants/contract/launch_plan.hpp"

namespace warpmark::gate {

/// Plants work in a plan's first launched kernel: each thread begins with four dependent
/// multiplications for every 64 of `steps`; a remainder goes to as many of every 64 blocks. The
/// kernel's result does not change. The slow-down must be measured, since loads may hide the work.
/// 0 steps leave the plan unchanged. Throws std::invalid_argument if the kernel's source is not
/// available, or neither it nor its includes define the kernel.
launch_plan with_planted_work(launch_plan plan, std::uint64_t steps);

/// The text of a source with work planted in the definition of the kernel named by an expression
/// ("reduce::strided<int, 8>"). Lines keep their numbers. Throws std::invalid_argument if there is
/// no such definition.
std::string with_planted_work(const std::string& text, const std::string& file,
                              const std::string& expression, std::uint64_t steps);

}  // namespace warpmark::gate
