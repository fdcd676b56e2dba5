#pragma once

#include <functional>
#include <memory>

#include "bench/backends/backend.hpp"
#include "bench/backends/cuda/device_session.hpp"

namespace warpmark::cuda {

/// What is enqueued into the session's stream, as a graph that can be launched: backend::record().
std::unique_ptr<recorded_work> record_graph(device_session& session,
                                            const std::function<void()>& enqueue);

}  // namespace warpmark::cuda
