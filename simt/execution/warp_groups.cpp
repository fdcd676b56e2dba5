#include "simt/execution/warp_groups.hpp"

#include <algorithm>

namespace warpmark::simt {

void warp_groups::start(std::size_t warps, std::uint32_t registers) {
  warps_.assign(warps, {});
  for (warp_state& warp : warps_) warp.registers.resize(registers);
  groups_.assign((warps + warps_of_group - 1) / warps_of_group, {});
}

const issued_product* warp_groups::issue(std::uint32_t warp, const issued_product& product) {
  group_state& group = groups_[warp / warps_of_group];
  const std::uint64_t number = warps_[warp].issued++;
  note_registers(warp, product);
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
  warps_[warp].group_fenced = false;
}

void warp_groups::note_registers(std::uint32_t warp, const issued_product& product) {
  warp_state& state = warps_[warp];
  for (const std::uint32_t index : product.product->d_registers) {
    register_state& now = state.registers[index];
    now.written_until = state.issued;
    now.product = product.product;
    now.product_site = product.site;
    now.write_site = no_site;  // Later products follow this one.
  }
  for (const std::uint32_t index : product.product->a_registers) {
    state.registers[index].read_until = state.issued;
    state.registers[index].write_site = no_site;
  }
}

void warp_groups::fence(std::uint32_t warp) {
  warp_state& state = warps_[warp];
  state.ever_fenced = state.group_fenced = true;
  for (register_state& each : state.registers) {
    each.product = nullptr;
    each.write_site = no_site;
  }
}

const issued_product& warp_groups::numbered(std::uint32_t warp, std::uint64_t number) const {
  const group_state& group = groups_[warp / warps_of_group];
  return group.products[number - group.first];
}

const issued_product* warp_groups::access(std::uint32_t warp, const group_register_access& access,
                                          std::uint32_t site, bool moves) {
  warp_state& state = warps_[warp];
  register_state& now = state.registers[access.index];
  if (access.written) {
    now.write_site = site;
    now.moved = moves;
  }
  if (now.written_until > state.completed) return &numbered(warp, now.written_until - 1);
  if (access.written && now.read_until > state.completed)
    return &numbered(warp, now.read_until - 1);
  return nullptr;
}

std::optional<warp_groups::unfenced_access> warp_groups::find_unfenced(
    std::uint32_t warp, const warp_group_product& product) const {
  const warp_state& state = warps_[warp];
  if (!state.ever_fenced) return unfenced_access{.never_fenced = true};
  const auto look = [&](std::uint32_t index) -> std::optional<unfenced_access> {
    const register_state& now = state.registers[index];
    // A compiler may have placed a mov between the fence and the product.
    if (now.write_site != no_site && !(now.moved && state.group_fenced))
      return unfenced_access{.site = now.write_site};
    return {};
  };
  for (const std::uint32_t index : product.a_registers)
    if (const auto found = look(index)) return found;
  for (const std::uint32_t index : product.d_registers) {
    if (const auto found = look(index)) return found;
    const register_state& now = state.registers[index];
    if (now.product && (now.product->shape.columns != product.shape.columns ||
                        now.product->left != product.left || now.product->d_type != product.d_type))
      return unfenced_access{.site = now.product_site, .by_product = true};
  }
  return {};
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
