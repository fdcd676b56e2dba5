#pragma once

#include "bench/space/random_source.hpp"
#include "bench/space/space.hpp"

namespace warpmark::tuning {

/// Searches speak of spaces, configs and random numbers all the time: by their short names.
using namespace spaces;

}  // namespace warpmark::tuning
