#pragma once

#include <string>

#include "variants/contract/variant.hpp"

namespace warpmark {

/// "threads" of the CPU, each with a contiguous piece of the work: 1 to 256, swept.
axis host_threads_axis();

/// No more threads than the machine has.
constraint host_threads_exist();

/// Why there is no OpenMP in this program; empty if there is.
std::string missing_openmp();

}  // namespace warpmark
