#pragma once

#include "bench/backends/backend.hpp"
#include "bench/core/pending_plan.hpp"
#include "bench/core/prepared_point.hpp"
#include "variants/contract/family.hpp"

namespace warpmark {

/// Executes a family's reference once on these inputs and passes its outputs to the instance as the
/// expected ones. The reference is checked like a point: throws point_fault for findings and
/// damage, and what a point's execution throws; each message names the reference. `on_phase` is
/// called when waiting for its kernels and its execution begin.
void ask_reference(backend& machine, const pending_plan& reference, device_inputs& inputs,
                   problem_instance& instance, const phase_listener& on_phase);

}  // namespace warpmark
