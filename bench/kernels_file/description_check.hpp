#pragma once

#include "bench/kernels_file/description.hpp"

namespace warpmark::kernels_file {

/// Looks for what no single table can know: names that mean nothing or two things, outputs that a
/// variant never touches, types and initial values that are none, a base that cannot be planned.
/// Throws usage_error.
void check(const description& description);

}  // namespace warpmark::kernels_file
