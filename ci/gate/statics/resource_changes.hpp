#pragma once

#include <vector>

#include "base/device_limits.hpp"
#include "bench/compiler/compiled_kernel.hpp"
#include "ci/gate/gate_finding.hpp"
#include "ci/gate/statics/instruction_mix.hpp"
#include "ci/gate/statics/kernel_pairs.hpp"

namespace warpmark::gate {

/// The quantities of machine code that differ, with what each means, unjudged and without places.
std::vector<change> resource_changes(const compiler::kernel_resources& base,
                                     const compiler::kernel_resources& head);

/// Occupancy, resident threads over the most that fit, of the blocks in which it changed most for
/// the worse, else for the better; nothing if it is the same in all.
std::vector<change> occupancy_change(const compiler::kernel_resources& base,
                                     const compiler::kernel_resources& head,
                                     const kernel_pair& pair, const device_limits& limits);

/// The kinds of instructions whose counts changed most, five at most.
std::vector<change> mix_changes(const instruction_mix& base, const instruction_mix& head);

}  // namespace warpmark::gate
