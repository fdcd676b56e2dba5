#pragma once

#include "bench/backends/backend.hpp"
#include "bench/core/prepared_point.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark {

/// Whether the plan calls code of others, such as a plugin's.
bool has_foreign_code(const launch_plan& plan);

/// Executes the work of foreign code once, untimed, so that it may prepare itself, and then without
/// effect, to see that it only enqueues into the stream that it is given: else its times would not
/// be those of its work, and a wait would never end while the stream is held. Counts its
/// operations. Throws point_fault with what it does, device_error if it fails on the device.
/// Buffers are undefined afterwards. Nothing to do where the device has no such stream.
void require_conduct(backend& machine, prepared_point& prepared);

}  // namespace warpmark
