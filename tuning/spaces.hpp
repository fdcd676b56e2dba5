#pragma once

#include "bench/space/random_source.hpp"
#include "bench/space/space.hpp"

namespace warpmark::tuning {

/// Searches use spaces, configs and random numbers by their short names.
using namespace spaces;

}  // namespace warpmark::tuning
