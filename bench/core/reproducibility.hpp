#pragma once

#include <cstddef>
#include <functional>

#include "bench/backends/backend.hpp"
#include "bench/core/prepared_point.hpp"
#include "bench/core/renewal.hpp"
#include "bench/core/reproducibility_summary.hpp"

namespace warpmark {

/// Executes the point so many times on the first set of inputs, in the placement that it has, with
/// outputs and scratch poisoned before; on the interpreter each time in another order of blocks and
/// warps, of which the first is their own. Calls `on_each` after each execution, while the device
/// has its outputs, with whether no execution had them before. `by`: null for a device without
/// kernels. Throws device_error.
reproducibility_summary compare_executions(backend& machine, prepared_point& prepared, renewal* by,
                                           std::size_t executions,
                                           const std::function<void(bool is_new)>& on_each);

}  // namespace warpmark
