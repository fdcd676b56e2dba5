#pragma once

#include "scan/blelloch.cuh"
#include "scan/hillis_steele.cuh"
#include "scan/shuffle_two_level.cuh"

// Every way for a block to scan its tile, for kernels that take the method as a parameter.
