#include "simt/memory/vector_clock.hpp"

namespace warpmark::simt {
namespace {

std::uint64_t digit(std::uint64_t block, unsigned level) { return (block >> (4 * level)) & 15; }

}  // namespace

grid_clocks::grid_clocks(std::uint64_t blocks) {
  while (blocks >> (4 * levels_) != 0) ++levels_;
}

grid_vector_clock grid_clocks::join(const grid_vector_clock& a, const grid_vector_clock& b,
                                    unsigned level) {
  if (a == b || !b) return a;
  if (!a) return b;
  auto both = std::make_shared<vector_clock_node>(*a);
  if (level == 0) {
    simt::join(both->clocks, b->clocks);
    if (both->clocks == a->clocks) return a;
    return both->clocks == b->clocks ? b : grid_vector_clock(both);
  }
  bool is_a = true, is_b = true;
  for (unsigned i = 0; i < 16; ++i) {
    both->children[i] = join(a->children[i], b->children[i], level - 1);
    is_a = is_a && both->children[i] == a->children[i];
    is_b = is_b && both->children[i] == b->children[i];
  }
  if (is_a) return a;
  return is_b ? b : grid_vector_clock(both);
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
