#include "simt/timing/load_order.hpp"

#include <algorithm>

namespace warpmark::simt {

moment load_order::issue(std::uint32_t site, const instruction_timing& timing) {
  execution& block = blocks_[timing.code_block];
  next_copy& next = sites_[site];
  if (next.execution != block.number) {
    next = {block.number, 0};
  } else if (next.copy == timing.copies.size()) {
    block.arrivals.clear();
    block.passed.clear();
    next = {++block.number, 0};
  }
  const load_copy& copy = timing.copies[next.copy++];
  last_ = &block;
  wait_ = copy.awaited_by;
  while (block.passed.size() <= copy.after) {
    const std::size_t wait = block.passed.size();
    const moment before = wait == 0 ? moment{} : block.passed.back();
    block.passed.push_back(wait < block.arrivals.size() ? later(before, block.arrivals[wait])
                                                        : before);
  }
  return block.passed[copy.after];
}

void load_order::arrive(const moment& at) {
  if (last_ == nullptr || wait_ == 0) return;
  if (last_->arrivals.size() <= wait_) last_->arrivals.resize(wait_ + 1);
  last_->arrivals[wait_] = later(last_->arrivals[wait_], at);
}

}  // namespace warpmark::simt
