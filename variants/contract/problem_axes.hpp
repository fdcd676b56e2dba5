#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "variants/contract/axis.hpp"
#include "variants/contract/element_type.hpp"

namespace warpmark {

// The problem axes that families share, so that their figures have the same sizes.

/// "type": every element type.
axis type_axis();

/// "n": elements, 0..2^34; swept.
axis size_axis();

/// "op": names of operators.hpp.
axis operator_axis(const std::vector<std::string>& names);

/// "dist": the distribution of the input: those that every family offers and `more` names.
axis distribution_axis(const std::vector<std::string>& more = {});

/// "payload": the payload of a key.
axis payload_axis();

/// "offset": elements from an aligned address to where the data begin, 0..15.
axis offset_axis();

/// The value on the type axis, which selection has checked.
element_type element_type_of(const problem& problem);

/// The value on the size axis.
std::uint64_t n_of(const problem& problem);

/// Elements before the data, in the same buffer; 0 for families without that axis.
std::size_t input_offset(const problem& problem);

/// Bytes of n elements of that type.
std::size_t input_bytes(const problem& problem);

}  // namespace warpmark
