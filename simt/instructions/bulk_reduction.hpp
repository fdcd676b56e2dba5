#pragma once

#include <cstdint>
#include <string_view>

#include "simt/execution/pending_copies.hpp"
#include "simt/instructions/decoder.hpp"

namespace warpmark::simt {

/// The index of the reduction in the statement's modifiers. Throws unsupported_instruction.
std::uint32_t find_bulk_reduction(const decoder& d);

/// The function of an operation and a type, "add" and "u32"; nullptr if there is none.
combine_bytes find_bulk_reduction(std::string_view operation, std::string_view type);

/// The function that combines bytes; nullptr (overwrite) for index 0.
combine_bytes bulk_reduction(std::uint32_t number);

}  // namespace warpmark::simt
