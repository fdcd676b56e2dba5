#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpmark::spaces {

/// A set of tuples of levels as a multi-valued decision diagram: one layer per axis, one node per
/// distinct set of continuations, one edge per level that has any. Paths are the members. The
/// number of paths below each node gives the index of a member and the member at an index in a time
/// that does not depend on the number of members.
///
/// Srinivasan, Kam, Malik and Brayton, Algorithms for discrete function manipulation, ICCAD 1990.
class decision_diagram {
 public:
  /// The terminal node.
  static constexpr std::uint32_t accept = 0;

  /// The set of only the empty tuple, until a root is set.
  decision_diagram() = default;

  struct branch {
    std::uint32_t level;
    std::uint32_t child;
    bool operator==(const branch&) const = default;
  };

  /// The node with these branches, which must not be empty and ascend in level. Equal nodes are
  /// shared. Throws space_error if there are more than 2^64 - 1 paths.
  std::uint32_t node(const std::vector<branch>& branches);

  /// Empty: the empty set.
  void set_root(std::optional<std::uint32_t> root);

  /// Releases the data that is only needed to add nodes.
  void freeze() { places_ = {}; }

  std::uint64_t count() const { return root_ ? nodes_[*root_].paths : 0; }

  /// The member at index `place` < count(), its levels in the order of the layers.
  void member(std::uint64_t place, std::span<std::uint32_t> levels) const;

  /// Empty if it is not a member.
  std::optional<std::uint64_t> place_of(std::span<const std::uint32_t> levels) const;

  std::size_t node_count() const { return nodes_.size(); }

  /// Empty for the empty set.
  std::optional<std::uint32_t> root() const { return root_; }

  /// The number of paths below a node.
  std::uint64_t paths(std::uint32_t node) const { return nodes_[node].paths; }

  /// The node one layer down.
  struct edge {
    std::uint32_t level;
    std::uint32_t child;
    std::uint64_t before;  ///< Paths through the node's earlier edges.
  };

  /// The edge towards the tuple at index `place` < paths(node).
  const edge& edge_at(std::uint32_t node, std::uint64_t place) const;

  /// The edge of a level; null if there is none.
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
