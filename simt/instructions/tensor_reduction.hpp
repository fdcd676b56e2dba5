#pragma once

#include <cstdint>

#include "base/tensor_map.hpp"
#include "simt/execution/pending_copies.hpp"
#include "simt/instructions/decoder.hpp"

namespace warpmark::simt {

/// The operation of cp.reduce.async.bulk.tensor: a number that is not 0. Its type is that of the
/// map. Throws unsupported_instruction.
std::uint32_t find_tensor_reduction(const decoder& d);

/// The function that combines bytes; nullptr if the operation is not defined for the type.
combine_bytes tensor_reduction(std::uint32_t number, tensor_element element);

}  // namespace warpmark::simt
