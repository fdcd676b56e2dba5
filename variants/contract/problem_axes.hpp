#pragma once

#include <string>
#include <vector>

#include "variants/contract/axis.hpp"
#include "variants/contract/element_type.hpp"

namespace warpmark {

/// The problem axes that families have in common, so that their figures have the same sizes.
axis type_axis();                                           ///< "type": every element type.
axis size_axis();                                           ///< "n": elements, 0..2^34; swept.
axis operator_axis(const std::vector<std::string>& names);  ///< "op": names of operators.hpp.
axis distribution_axis();                                   ///< "dist": the input's contents.

/// The value of `asked` on the type axis, which selection has checked.
element_type element_type_of(const problem& asked);

/// Bytes of n elements of that type.
std::size_t input_bytes(const problem& asked);

}  // namespace warpmark
