#pragma once

#include <cstddef>
#include <vector>

#include "base/device_limits.hpp"
#include "bench/compiler/compiled_kernel.hpp"
#include "ci/gate/gate_finding.hpp"
#include "ci/gate/statics/instruction_mix.hpp"
#include "ci/gate/statics/kernel_pairs.hpp"

namespace warpmark::gate {

/// The quantities of machine code that differ, each with its meaning, unjudged and without places.
std::vector<change> resource_changes(const compiler::kernel_resources& base,
                                     const compiler::kernel_resources& head);

/// The change of occupancy, resident threads over the maximum, of the block size with the largest
/// drop, else with the largest rise; empty if it is the same for all.
std::vector<change> occupancy_change(const compiler::kernel_resources& base,
                                     const compiler::kernel_resources& head,
                                     const kernel_pair& pair, const device_limits& limits);

/// The kinds of instructions whose counts changed most, at most `max_kinds`.
std::vector<change> mix_changes(const instruction_mix& base, const instruction_mix& head,
                                std::size_t max_kinds = 5);

}  // namespace warpmark::gate
