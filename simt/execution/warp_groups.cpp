#include "simt/execution/warp_groups.hpp"

#include <algorithm>

namespace warpmark::simt {

void warp_groups::start(std::size_t warps) {
  warps_.assign(warps, {});
  groups_.assign((warps + warps_of_group - 1) / warps_of_group, {});
}

const issued_product* warp_groups::issue(std::uint32_t warp, const issued_product& product) {
  group_state& group = groups_[warp / warps_of_group];
  const std::uint64_t number = warps_[warp].issued++;
  if (number - group.first == group.products.size()) {
    group.products.push_back(product);
    return nullptr;
  }
  const issued_product& other = group.products[number - group.first];
  const bool same = other.site == product.site && other.a_descriptor == product.a_descriptor &&
                    other.b_descriptor == product.b_descriptor &&
                    other.accumulates == product.accumulates;
  return same ? nullptr : &other;
}

void warp_groups::commit(std::uint32_t warp) {
  warps_[warp].committed.push_back(warps_[warp].issued);
}

std::uint64_t warp_groups::due(std::uint32_t warp, std::size_t allowed) const {
  const warp_state& state = warps_[warp];
  return state.committed.size() <= allowed ? state.completed
                                           : state.committed[state.committed.size() - 1 - allowed];
}

const issued_product* warp_groups::perform_next(std::uint32_t warp, std::uint64_t due) {
  group_state& group = groups_[warp / warps_of_group];
  if (group.performed >= due) return nullptr;
  return &group.products[group.performed++ - group.first];
}

void warp_groups::complete(std::uint32_t warp, std::uint64_t due) {
  warp_state& state = warps_[warp];
  state.completed = std::max(state.completed, due);
  while (!state.committed.empty() && state.committed.front() <= due) state.committed.pop_front();
  forget_completed(warp / warps_of_group);
}

void warp_groups::forget_completed(std::uint32_t group) {
  group_state& state = groups_[group];
  std::uint64_t known = state.performed;
  const std::size_t end = std::min<std::size_t>(warps_.size(), (group + 1) * warps_of_group);
  for (std::size_t w = group * warps_of_group; w < end; ++w)
    known = std::min(known, warps_[w].completed);
  for (; state.first < known; ++state.first) state.products.pop_front();
}

}  // namespace warpmark::simt
