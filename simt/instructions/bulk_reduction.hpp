#pragma once

#include <cstdint>

#include "simt/execution/pending_copies.hpp"
#include "simt/instructions/decoder.hpp"

namespace warpmark::simt {

/// The number of the reduction that the statement's modifiers name. Throws unsupported_instruction.
std::uint32_t find_bulk_reduction(const decoder& d);

/// How it combines bytes; nullptr, which overwrites, for 0.
combine_bytes bulk_reduction(std::uint32_t number);

}  // namespace warpmark::simt
