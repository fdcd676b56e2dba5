#pragma once

#include "variants/contract/mutant.hpp"

namespace warpmark::count {

/// A mutant of count/chunked with all launches of a level in one, chunks of 64 keys and groups of
/// 16 chunks, unless its config says otherwise.
variant chunked_mutant(mutant_case shown);

}  // namespace warpmark::count
