#pragma once

#include <cstddef>
#include <functional>

#include "bench/core/cache_flush.hpp"
#include "bench/core/prepared_point.hpp"
#include "bench/sampling/measuring_options.hpp"
#include "bench/sampling/timed_work.hpp"

namespace warpmark {

/// Executions of the point, each in the placement that `next_placement` returns. Before each its
/// overwritten inputs are restored, after `renew` if it is not empty; in the cold state `flush`, if
/// not null, comes last. The point and the flush must outlive it.
timed_work point_work(prepared_point& prepared, cache_state state, cache_flush* flush,
                      std::function<std::size_t()> next_placement,
                      std::function<void()> renew = {});

}  // namespace warpmark
