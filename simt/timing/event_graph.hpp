#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/timing/moment.hpp"

namespace warpmark::simt {

/// What a node of a block's graph is.
enum class node_kind : std::uint8_t {
  join,    ///< The block's start or end, a barrier, a completed phase of an mbarrier.
  read,    ///< A strong load of global memory: complete when its value is there.
  write,   ///< A strong store to global memory, when it is issued.
  update,  ///< An atomic on global memory: complete when its result is there.
  load     ///< Other traffic with memory: complete when its data are there.
};

/// Sectors that pass between a block and memory.
struct memory_traffic {
  float loaded = 0;   ///< Those that L1 does not have,
  float fetched = 0;  ///< and those of them that L2 does not have.
  float stored = 0;
  bool awaits_stores = false;  ///< Of all that the block has stored.
};

/// The events of a block at which it may wait for others or let others continue, and how many
/// cycles pass between them. A node is complete when all its edges' nodes are, plus their delays.
/// Nodes are in the order in which the block was interpreted: edges lead to earlier ones.
class event_graph {
 public:
  struct edge {
    std::uint32_t from = 0;
    std::uint64_t delay = 0;
  };
  struct node {
    node_kind kind = node_kind::join;
    std::uint32_t warp = 0, site = 0;  ///< Of a barrier: the slot of its number plus one.
    std::uint64_t at = 0;              ///< Without waiting for other blocks.
    std::uint64_t latency = 0;         ///< From the issue of an access to its completion.
    std::size_t first_edge = 0, edges = 0;
    memory_traffic traffic;  ///< Of loads until then, and of stores before it.
  };

  event_graph() { clear(); }
  void clear();

  /// Adds a node `latency` cycles after the latest of these moments; returns the moment of its
  /// completion.
  moment add(node_kind kind, std::uint32_t warp, std::uint32_t site, const moment* after,
             std::size_t count, std::uint64_t latency);
  moment add_join(const std::vector<moment>& after, std::uint64_t latency) {
    return add(node_kind::join, 0, 0, after.data(), after.size(), latency);
  }

  /// The node that was added last carries traffic, which takes so long if memory is idle.
  void add_traffic(const memory_traffic& traffic, std::uint64_t latency) {
    if (is_full()) return;
    nodes_.back().traffic = traffic;
    nodes_.back().latency = latency;
    traffic_.loaded += traffic.loaded;
    traffic_.fetched += traffic.fetched;
    traffic_.stored += traffic.stored;
  }

  /// As much traffic at each node, in all that of another graph; its stores at the end.
  void spread_traffic(const memory_traffic& traffic);

  /// Adds a node that is complete when all these edges are; returns its number.
  std::uint32_t add(node_kind kind, std::uint32_t warp, std::uint32_t site,
                    const std::vector<edge>& after);

  const std::vector<node>& nodes() const { return nodes_; }
  /// Of all nodes.
  const memory_traffic& traffic() const { return traffic_; }
  const edge* edges_of(const node& of) const { return edges_.data() + of.first_edge; }

  /// Beyond this many nodes a graph is not followed, to bound the host's memory.
  static constexpr std::size_t max_nodes = 1 << 18;
  bool is_full() const { return nodes_.size() >= max_nodes; }

 private:
  void add_edge(node& to, std::uint32_t from, std::uint64_t at, std::uint64_t latency);

  memory_traffic traffic_;
  std::vector<node> nodes_;
  std::vector<edge> edges_;
};

}  // namespace warpmark::simt
