#pragma once

#include <string>
#include <vector>

#include "variants/contract/axis.hpp"

namespace warpmark {

// The problem axes that families have in common, so that their figures have the same sizes.

/// "type": every element type.
axis type_axis();

/// "n": elements, 0..2^34; swept.
axis size_axis();

/// "op": names of operators.hpp.
axis operator_axis(const std::vector<std::string>& names);

/// "dist": the input's contents.
axis distribution_axis();

/// "offset": elements from an aligned address to where the data begin, 0..15.
axis offset_axis();

}  // namespace warpmark
