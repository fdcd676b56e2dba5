#pragma once

#include "scan/blelloch.cuh"
#include "scan/hillis_steele.cuh"
#include "scan/shuffle_two_level.cuh"

// All block methods, for kernels that take the method as a template parameter.
