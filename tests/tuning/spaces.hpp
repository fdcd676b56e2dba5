#pragma once

#include "tests/space/small_spaces.hpp"
#include "tuning/spaces.hpp"

namespace warpmark::tuning::testing {

/// The spaces that tests of bench/space/ search are those of the tests here.
using namespace spaces::testing;

}  // namespace warpmark::tuning::testing
