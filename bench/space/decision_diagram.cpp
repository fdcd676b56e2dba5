#include "bench/space/decision_diagram.hpp"

#include <algorithm>

#include "bench/space/space_error.hpp"

namespace warpmark::spaces {

std::size_t decision_diagram::branches_hash::operator()(const std::vector<branch>& branches) const {
  std::uint64_t mixed = branches.size();
  for (const auto& branch : branches) {
    mixed ^= (std::uint64_t{branch.level} << 32) | branch.child;
    mixed *= 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio, as in Fibonacci hashing
    mixed ^= mixed >> 29;
  }
  return mixed;
}

std::uint32_t decision_diagram::node(const std::vector<branch>& branches) {
  const auto next = static_cast<std::uint32_t>(nodes_.size());
  const auto [found, added] = places_.try_emplace(branches, next);
  if (!added) return found->second;
  node_entry entry{static_cast<std::uint32_t>(edges_.size()),
                   static_cast<std::uint32_t>(branches.size()), 0};
  for (const auto& one : branches) {
    edges_.push_back({one.level, one.child, entry.paths});
    if (__builtin_add_overflow(entry.paths, nodes_[one.child].paths, &entry.paths))
      throw space_too_large("the space has more than 2^64 configs");
  }
  nodes_.push_back(entry);
  return next;
}

void decision_diagram::set_root(std::optional<std::uint32_t> root) { root_ = root; }

std::span<const decision_diagram::edge> decision_diagram::edges_of(std::uint32_t node) const {
  return {edges_.data() + nodes_[node].first_edge, nodes_[node].edges};
}

const decision_diagram::edge& decision_diagram::edge_at(std::uint32_t node,
                                                        std::uint64_t place) const {
  const auto edges = edges_of(node);
  const auto after =
      std::upper_bound(edges.begin(), edges.end(), place,
                       [](std::uint64_t value, const edge& e) { return value < e.before; });
  return *std::prev(after);
}

const decision_diagram::edge* decision_diagram::edge_of(std::uint32_t node,
                                                        std::uint32_t level) const {
  const auto edges = edges_of(node);
  const auto found =
      std::lower_bound(edges.begin(), edges.end(), level,
                       [](const edge& e, std::uint32_t value) { return e.level < value; });
  return found == edges.end() || found->level != level ? nullptr : &*found;
}

void decision_diagram::member(std::uint64_t place, std::span<std::uint32_t> levels) const {
  std::uint32_t at = *root_;
  for (auto& level : levels) {
    const edge& taken = edge_at(at, place);
    place -= taken.before;
    level = taken.level;
    at = taken.child;
  }
}

std::optional<std::uint64_t> decision_diagram::place_of(
    std::span<const std::uint32_t> levels) const {
  if (!root_) return std::nullopt;
  std::uint32_t at = *root_;
  std::uint64_t place = 0;
  for (const auto level : levels) {
    const edge* taken = edge_of(at, level);
    if (taken == nullptr) return std::nullopt;
    place += taken->before;
    at = taken->child;
  }
  return place;
}

}  // namespace warpmark::spaces
