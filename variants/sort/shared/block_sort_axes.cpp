#include "variants/sort/shared/block_sort_axes.hpp"

#include "variants/contract/config_axes.hpp"
#include "variants/merge/shared/tiles.hpp"

namespace warpmark::sort {

axis sort_block_axis(std::int64_t base) {
  axis block = block_axis(true);
  block.name = "sort_block";
  block.summary = "threads per block of the block sort, whose tiles are the first runs";
  block.values = {std::int64_t{128}, std::int64_t{256}, std::int64_t{512}, std::int64_t{1024}};
  block.base = base;
  block.swept = false;
  return block;
}

axis sort_items_axis(std::int64_t base) {
  axis items = merge::items_axis(base);
  items.name = "sort_items";
  items.summary =
      "keys that a thread of the block sort sorts in registers, and produces in each merge";
  items.values = {std::int64_t{9}, std::int64_t{17}, std::int64_t{32}, std::int64_t{33}};
  return items;
}

}  // namespace warpmark::sort
