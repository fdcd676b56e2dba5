#pragma once

#include <chrono>
#include <functional>

namespace warpmark::workers {

/// The clock of limits and budgets; tests replace it.
using time_source = std::function<std::chrono::steady_clock::time_point()>;

}  // namespace warpmark::workers
