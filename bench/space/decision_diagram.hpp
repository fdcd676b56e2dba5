#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpmark::spaces {

/// A set of tuples of levels as a multi-valued decision diagram: a layer an axis, a node for each
/// set of continuations that differs from all others, an edge for each level that has any. Paths
/// are the members, and the number of paths below each node gives the place of a member and the
/// member at a place in a time that does not depend on how many there are.
///
/// Srinivasan, Kam, Malik and Brayton, Algorithms for discrete function manipulation, ICCAD 1990.
class decision_diagram {
 public:
  /// The end of all paths.
  static constexpr std::uint32_t accept = 0;

  /// The set that holds the empty tuple alone, until a root is set.
  decision_diagram() = default;

  struct branch {
    std::uint32_t level;
    std::uint32_t child;
    bool operator==(const branch&) const = default;
  };

  /// The node with these branches, which must not be empty and ascend in level; one that is there
  /// already is taken again. Throws space_error if there are more than 2^64 - 1 paths.
  std::uint32_t node(const std::vector<branch>& branches);

  /// Nothing: the empty set.
  void set_root(std::optional<std::uint32_t> root);

  /// Forgets what was only needed to add nodes.
  void freeze() { places_ = {}; }

  std::uint64_t count() const { return root_ ? nodes_[*root_].paths : 0; }

  /// The member at `place` < count(), its levels in the order of the layers.
  void member(std::uint64_t place, std::span<std::uint32_t> levels) const;

  /// Nothing if it is no member.
  std::optional<std::uint64_t> place_of(std::span<const std::uint32_t> levels) const;

  std::size_t node_count() const { return nodes_.size(); }

  /// Nothing of the empty set.
  std::optional<std::uint32_t> root() const { return root_; }

  /// How many tuples can follow at a node.
  std::uint64_t paths(std::uint32_t node) const { return nodes_[node].paths; }

  /// One layer down.
  struct edge {
    std::uint32_t level;
    std::uint32_t child;
    std::uint64_t before;  ///< Paths of the node through edges before this one.
  };

  /// The edge on the way to the tuple at `place` < paths(node).
  const edge& edge_at(std::uint32_t node, std::uint64_t place) const;

  /// The edge of a level; null if it has none.
  const edge* edge_of(std::uint32_t node, std::uint32_t level) const;

 private:
  struct node_entry {
    std::uint32_t first_edge;
    std::uint32_t edges;
    std::uint64_t paths;
  };
  struct branches_hash {
    std::size_t operator()(const std::vector<branch>& branches) const;
  };

  std::span<const edge> edges_of(std::uint32_t node) const;

  std::vector<edge> edges_;
  std::vector<node_entry> nodes_ = {{0, 0, 1}};
  std::optional<std::uint32_t> root_ = accept;
  std::unordered_map<std::vector<branch>, std::uint32_t, branches_hash> places_;
};

}  // namespace warpmark::spaces
