#pragma once

#include <cstddef>

#include "bench/backends/card.hpp"

namespace warpmark::host {

/// This machine's CPU as a card: model name, hardware threads as multiprocessors, L2 and L3,
/// memory. GPU-only values are zero.
card read_cpu();

/// Bytes of the largest cache that the system reports, or an estimate above that of most machines
/// if none.
std::size_t last_level_cache_bytes(const card& cpu);

}  // namespace warpmark::host
