#pragma once

#include "bench/kernels_file/description.hpp"

namespace warpmark::kernels_file {

/// Checks across tables: undefined and ambiguous names, outputs that a variant never uses, invalid
/// types and initial values, a base that cannot be planned. Throws usage_error.
void check(const description& description);

}  // namespace warpmark::kernels_file
