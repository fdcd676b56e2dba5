#include "simt/memory/vector_clock.hpp"

#include <utility>

namespace warpmark::simt {
namespace {

std::uint64_t digit(std::uint64_t block, unsigned level) { return (block >> (4 * level)) & 15; }

}  // namespace

grid_clocks::grid_clocks(std::uint64_t blocks) {
  while (blocks >> (4 * levels_) != 0) ++levels_;
}

// A warp that waits joins again and again what it knows already: no node is made where one of the
// two covers the other.
grid_vector_clock grid_clocks::join(const grid_vector_clock& a, const grid_vector_clock& b,
                                    unsigned level) {
  if (a == b || !b) return a;
  if (!a) return b;
  std::shared_ptr<vector_clock_node> both;
  if (level == 0) {
    clock_row clocks = a->clocks;
    simt::join(clocks, b->clocks);
    if (clocks == a->clocks) return a;
    if (clocks == b->clocks) return b;
    both = std::make_shared<vector_clock_node>();
    both->clocks = clocks;
    return both;
  }
  bool is_b = true;
  for (unsigned i = 0; i < a->children.size(); ++i) {
    const grid_vector_clock &from_a = a->children[i], &from_b = b->children[i];
    if (from_a == from_b) continue;
    grid_vector_clock child = join(from_a, from_b, level - 1);
    is_b = is_b && child == from_b;
    if (child == from_a) continue;
    if (!both) both = std::make_shared<vector_clock_node>(*a);
    both->children[i] = std::move(child);
  }
  if (!both) return a;
  return is_b ? b : grid_vector_clock(std::move(both));
}

grid_vector_clock grid_clocks::with(const grid_vector_clock& base, std::uint64_t block,
                                    const clock_row& clocks, unsigned level) {
  auto result =
      base ? std::make_shared<vector_clock_node>(*base) : std::make_shared<vector_clock_node>();
  if (level == 0) {
    simt::join(result->clocks, clocks);
  } else {
    grid_vector_clock& child = result->children[digit(block, level - 1)];
    child = with(child, block, clocks, level - 1);
  }
  return result;
}

const clock_row* grid_clocks::find(const grid_vector_clock& in, std::uint64_t block) const {
  const vector_clock_node* at = in.get();
  for (unsigned level = levels_; at && level > 0; --level)
    at = at->children[digit(block, level - 1)].get();
  return at ? &at->clocks : nullptr;
}

}  // namespace warpmark::simt
