#pragma once

#include <cstdint>

#include "simt/execution/pending_copies.hpp"
#include "simt/instructions/decoder.hpp"

namespace warpmark::simt {

/// The index of the reduction in the statement's modifiers. Throws unsupported_instruction.
std::uint32_t find_bulk_reduction(const decoder& d);

/// The function that combines bytes; nullptr (overwrite) for index 0.
combine_bytes bulk_reduction(std::uint32_t number);

}  // namespace warpmark::simt
