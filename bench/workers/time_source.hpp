#pragma once

#include <chrono>
#include <functional>

namespace warpmark::workers {

/// Where limits and budgets read the time; tests have their own.
using time_source = std::function<std::chrono::steady_clock::time_point()>;

}  // namespace warpmark::workers
