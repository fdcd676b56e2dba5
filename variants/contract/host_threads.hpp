#pragma once

#include <string>

#include "variants/contract/variant.hpp"

namespace warpmark {

/// "threads" of the CPU, each with a contiguous part of the work: 1 to 256, swept.
axis host_threads_axis();

/// No more threads than the machine has.
constraint host_threads_exist();

/// Why this program has no OpenMP; empty if it has.
std::string missing_openmp();

}  // namespace warpmark
