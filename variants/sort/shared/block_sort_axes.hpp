#pragma once

#include <cstdint>

#include "variants/contract/axis.hpp"

namespace warpmark::sort {

/// "sort_block" and "sort_items", for sorts that begin with a block sort: its tiles are the first
/// runs.
axis sort_block_axis(std::int64_t base);
axis sort_items_axis(std::int64_t base);

}  // namespace warpmark::sort
