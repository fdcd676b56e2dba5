#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/backends/cuda/device_session.hpp"
#include "bench/backends/hardware_profiler.hpp"

namespace warpmark::cuda {

/// Counts executions by CUPTI's range profiler: one execution is one range, repeated for as many
/// passes as the metrics need (user replay). Opens CUPTI, asks it whether this user may count, and
/// schedules the metrics, which are Nsight Compute's. `wait` waits for the stream; session and
/// `wait` must outlive it. Throws usage_error if CUPTI is missing or refuses.
std::unique_ptr<hardware_profiler> make_range_profiler(device_session& session,
                                                       std::vector<std::string> metrics,
                                                       std::function<void()> wait);

}  // namespace warpmark::cuda
